import type { Qr } from "../generated/wire";
import css from "./QrCode.module.css";

/** A QR code that a camera reads from the screen. */
export function QrCode({ qr, label }: { readonly qr: Qr; readonly label: string }) {
  return (
    <svg className={css.qr} viewBox={`0 0 ${qr.size} ${qr.size}`} role="img" aria-label={label}>
      <path d={qr.path} shapeRendering="crispEdges" />
    </svg>
  );
}
