import { applyTheme, currentTheme } from "./choice";

/* A separate script in the document's head, run before anything is painted: the page never
   flashes in the other theme. */
applyTheme(currentTheme());
