import { Component, type ReactNode } from "react";
import { errors } from "#texts/page";
import { ErrorState } from "./ErrorState";
import { forgetFailedParts } from "./lazy";
import { reloadIfOutdated } from "./outdated";

type Props = {
  readonly children: ReactNode;
  /** What is drawn within, such as the path of a page or an answer: another one is drawn anew. */
  readonly of?: unknown;
  /** Stands for what cannot be drawn; `retry` draws it again. By default a page. */
  readonly failed?: (retry: () => void, error: Error) => ReactNode;
};

type State = { readonly error: Error | null; readonly of: unknown };

/** In the place of a page that cannot be drawn. */
export const failedPage = (retry: () => void) => (
  <ErrorState title={errors.crashTitle} detail={errors.failed} onRetry={retry} />
);

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
    const { children, failed = failedPage } = this.props;
    return error === null ? children : failed(() => this.setState({ error: null }), error);
  }
}
