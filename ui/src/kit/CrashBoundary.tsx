import { Component, type ReactNode } from "react";
import { forgetFailedParts } from "./lazy";
import { reloadIfOutdated } from "./outdated";

type Props = {
  readonly children: ReactNode;
  /** What is drawn within, such as the path of a page or an answer: another one is drawn anew. */
  readonly of?: unknown;
  /** Stands for what cannot be drawn; `retry` draws it again. */
  readonly failed: (retry: () => void, error: Error) => ReactNode;
};

type State = { readonly error: Error | null; readonly of: unknown };

/** Shows an error and a way to recover if what is within cannot be drawn, or a part of it cannot be loaded. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null, of: this.props.of };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { error: null, of };
  }

  override componentDidCatch(): void {
    forgetFailedParts();
    void reloadIfOutdated();
  }

  override render() {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.failed(() => this.setState({ error: null }), error);
  }
}
