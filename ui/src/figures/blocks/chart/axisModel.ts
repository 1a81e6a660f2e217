import { targets } from "#texts/targets";
import type { FittingTargets } from "../../../generated/wire";
import { lineOf, whyNoLine } from "../../targets/model";
import type { BlockData } from "../blockData";
import type { BlocksCall } from "../calls";
import type { BarFigure, BarsBlock, LineBlock } from "../declaration";
import { type FigureInfo, figureInfo } from "../figureInfo";
import { metricColour } from "./colours";
import {
  type AxisModel,
  barModel,
  type LineContext,
  lineModel,
  linesModel,
  type TargetSeries,
} from "./models";

/** A figure of a chart. */
export type DrawnFigure = FigureInfo & { readonly colour: number };

/** The figures of a chart: those it declares, by default the first of the block. */
export function drawnFigures(call: BlocksCall, declaration: LineBlock | BarsBlock): readonly DrawnFigure[] {
  const { block, kind, field, colour } = declaration;
  const known = call.figures(block);
  const several: readonly BarFigure[] | undefined =
    kind === "bars" ? declaration.figures : declaration.fields?.map((one) => ({ field: one }));
  const drawn = several ?? [{ field }];
  return drawn.map(({ field, label }: Partial<BarFigure>) => {
    const info = figureInfo(known, field);
    return {
      ...info,
      label: label ?? info.label,
      colour: colour ?? metricColour(info.metric, drawn.length === 1),
    };
  });
}

/** The lines of targets of a chart by period of all members together. */
export function targetLines(
  block: BlockData,
  figures: readonly DrawnFigure[],
  fitting: FittingTargets | undefined,
): readonly TargetSeries[] {
  if (block.form !== "periods" || block.lines.some(({ name }) => name !== null)) return [];
  return figures.flatMap((figure) => {
    const { label } = figure;
    const values = lineOf(fitting?.lines, figure, block.scale, block.periods);
    return values ? [{ name: figures.length > 1 ? targets.nameOf(label) : targets.name, values }] : [];
  });
}

/** Why the targets of a chart are not drawn by its days or weeks. */
export function targetNotes(
  block: BlockData,
  figures: readonly DrawnFigure[],
  fitting: FittingTargets | undefined,
): readonly string[] {
  if (block.form !== "periods" || block.lines.some(({ name }) => name !== null)) return [];
  return [...new Set(figures.flatMap((figure) => whyNoLine(fitting?.lines, figure, block.scale) ?? []))];
}

/** The model of a block's chart, without targets. */
export function axisModel(
  block: BlockData,
  declaration: LineBlock | BarsBlock,
  figures: readonly DrawnFigure[],
  context: LineContext,
): AxisModel {
  const lines = figures.map(({ field, label, colour }) => ({ field, name: label, colour }));
  if (block.form !== "periods") return barModel(block, lines);
  const [line] = lines;
  if ((declaration.kind === "line" && declaration.fields) || !line) return linesModel(block, lines);
  return lineModel(block, line.field, line.colour, context);
}
