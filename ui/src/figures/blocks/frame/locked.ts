import { createContext } from "react";

/** Whether what blocks show is fixed: nothing asks for other figures, notes or files. A link shows a screen in this way. */
export const Locked = createContext(false);
