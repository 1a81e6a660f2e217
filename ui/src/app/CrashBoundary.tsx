import { Component, type ReactNode } from "react";
import { errors } from "#texts/page";
import { ErrorState } from "../kit";
import { forgetFailedParts } from "../kit/lazy";
import { reloadIfOutdated } from "./outdated";

type Props = {
  readonly children: ReactNode;
  /** The path of the page within; another path is drawn anew. Absent around everything. */
  readonly path?: string;
};

type State = { readonly crashed: boolean; readonly path: string | undefined };

/** Shows an error and a way to recover if what is within cannot be drawn, or a part of it cannot be loaded. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { crashed: false, path: this.props.path };

  static getDerivedStateFromError(): Partial<State> {
    return { crashed: true };
  }

  static getDerivedStateFromProps({ path }: Props, state: State): State | null {
    return path === state.path ? null : { crashed: false, path };
  }

  override componentDidCatch(): void {
    forgetFailedParts();
    void reloadIfOutdated();
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    const said = (
      <ErrorState title={errors.crashTitle} detail={errors.failed} onRetry={() => location.reload()} />
    );
    return this.props.path === undefined ? <main>{said}</main> : said;
  }
}
