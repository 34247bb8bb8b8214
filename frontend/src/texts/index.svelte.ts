/** The texts of the page in the language that was chosen. */
import { en, type Texts } from "./en";
import { es } from "./es";

const LANGUAGES = { en, es } satisfies Record<string, Texts>;
export type Language = keyof typeof LANGUAGES;

const known = (language: string): Language => (language in LANGUAGES ? (language as Language) : "en");

class Chosen {
  language = $state<Language>(known(localStorage.getItem("language") ?? navigator.language.slice(0, 2)));
  t = $derived<Texts>(LANGUAGES[this.language]);

  /** What is to be done once another language is chosen, by whom. */
  readonly heard = new Set<() => void>();

  choose(language: string): void {
    this.language = known(language);
    localStorage.setItem("language", this.language);
    document.documentElement.lang = this.language;
    for (const each of this.heard) each();
  }
}

export const texts = new Chosen();
export const languages = Object.entries(LANGUAGES).map(([code, t]) => ({ code, name: t.language }));
