export { Overlay } from "./Overlay";
export { Shell } from "./Shell";
