import { type ReactNode, useState } from "react";
import { lazyComponent, useLoaded } from "../../../kit/lazy";
import { type ChartMenuProps, MoreButton } from "./MoreButton";

const OpenChartMenu = lazyComponent(() => import("./OpenChartMenu"));

/** What can be done with a chart, under one button. Until it is pressed there is only the button: a screen has many. */
export function ChartMenu(props: ChartMenuProps) {
  const [pressed, setPressed] = useState(false);
  const { title, isEmpty, notes } = props;
  const nothing = isEmpty && !notes;
  const trigger = <MoreButton title={title} disabled={nothing} onClick={() => setPressed(true)} />;
  return pressed && !nothing ? <Pressed {...props} trigger={trigger} /> : trigger;
}

function Pressed({ trigger, ...props }: ChartMenuProps & { readonly trigger: ReactNode }) {
  return useLoaded(OpenChartMenu) ? <OpenChartMenu {...props} /> : trigger;
}
