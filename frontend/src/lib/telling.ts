/** What of a journal is told at a table: not what everybody sees by what comes of it. */
export const QUIET: readonly string[] = ["ClockTold", "StepsInserted", "ProcedureBegan", "HandSettled", "HandPassed", "ProgressiveSettled", "BonusSpinSettled"];
