import { classNames } from "./classNames";
import { type Option, Radios } from "./Radios";
import css from "./SegmentedControl.module.css";

export type SegmentedControlProps<V extends string> = {
  /** The name of the group, for screen readers. */
  label: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
  className?: string;
};

/** A choice among a few options, all visible; implemented by radio buttons. */
export function SegmentedControl<V extends string>({ className, ...props }: SegmentedControlProps<V>) {
  const group = classNames(css.group, className);
  return <Radios {...props} classes={{ group, legend: "sr-only", option: css.option, input: css.input }} />;
}
