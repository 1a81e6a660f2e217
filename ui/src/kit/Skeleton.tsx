import { classNames } from "./classNames";
import classes from "./Skeleton.module.css";

/** A grey placeholder while something loads; hidden from screen readers. */
export function Skeleton({
  width,
  height,
  className,
}: {
  width?: number | string;
  height?: number | string;
  className?: string;
}) {
  return (
    <span aria-hidden="true" className={classNames(classes.skeleton, className)} style={{ width, height }} />
  );
}
