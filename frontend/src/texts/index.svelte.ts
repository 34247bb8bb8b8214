/** The texts of the page in the language that was chosen. */
import { en, type Texts } from "./en";
import { es } from "./es";

const LANGUAGES: Record<string, Texts> = { en, es };

class Chosen {
  language = $state(localStorage.getItem("language") ?? (navigator.language.startsWith("es") ? "es" : "en"));
  t = $derived(LANGUAGES[this.language] ?? en);

  choose(language: string): void {
    this.language = language;
    localStorage.setItem("language", language);
    document.documentElement.lang = language;
  }
}

export const texts = new Chosen();
export const languages = Object.entries(LANGUAGES).map(([code, t]) => ({ code, name: t.language }));
