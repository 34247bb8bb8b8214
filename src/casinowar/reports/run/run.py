"""A run as library users see it: results that can be printed, tabulated, drawn and reported."""

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casinowar.extras import pandas_extra, sheets_extra
from casinowar.reports.blocks import Report
from casinowar.reports.pictures.files import RUN_FIGURES, check_figure, check_picture
from casinowar.reports.run import tables
from casinowar.reports.run.report import report
from casinowar.reports.run.results import RunResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Run(RunResults, frozen=True, kw_only=True, eq=False):
    """The results of `casinowar.simulate`, and every way to show them."""

    def to_arrow(self, table: str = "figures") -> Any:  # noqa: ANN401 - Arrow carries no types
        return tables.in_arrow(self, table)

    def to_pandas(self, table: str = "figures") -> Any:  # noqa: ANN401 - pandas is no dependency
        """Give one of the run's tables as a pandas data frame."""
        with pandas_extra():
            import_module("pandas")
        return self.to_arrow(table).to_pandas()

    def plot(self, path: str | Path | None = None, *, figure: str | None = None) -> "Figure | None":
        """Draw all pictures, or one by name: into a file, by its suffix, or as a Matplotlib figure."""
        check_figure(figure, RUN_FIGURES)
        if path is not None:
            check_picture(path)
        with sheets_extra():
            from casinowar.reports.run.gallery import page  # noqa: PLC0415 - needs the extra
        drawn = page(self).only(figure)
        if path is None:
            return drawn.figure()
        drawn.write(path)
        return None

    def report(self) -> Report:
        return report(self)
