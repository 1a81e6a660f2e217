import { type FigureInfo, helpOf } from "../figureInfo";
import { ExplainedName } from "./ExplainedName";

export type FigureNameProps = {
  /** The label of the figure in this table. */
  readonly name: string;
  readonly figure: FigureInfo | undefined;
};

/** The header of a chart's figures in its table, which shows their definition when pressed. */
export function FigureName({ name, figure }: FigureNameProps) {
  const help = figure && helpOf(figure);
  if (!help) return name;
  return (
    <ExplainedName name={name} title={figure.label || name}>
      <p>{help}</p>
    </ExplainedName>
  );
}
