import { currentTheme, putOn } from "./choice";

/* A script of its own in the document's head, run before anything is painted: the page never
   flashes in the other theme. */
putOn(currentTheme());
