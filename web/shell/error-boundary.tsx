import { Component } from 'react'
import type { Elements } from '../components/elements.ts'

export interface ErrorBoundaryProps {
  /** The fallback for a broken child; nothing by default. */
  fallback?: Elements
  /** When it changes, the children render again. */
  at?: string
  onError: (error: unknown) => void
  children: Elements
}

type State = { isBroken: boolean; at?: string }

/** Confines a render error to its part of the page and reports it once. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  state: State = { isBroken: false, at: this.props.at }

  static getDerivedStateFromProps({ at }: ErrorBoundaryProps, state: State): State | null {
    return at === state.at ? null : { isBroken: false, at }
  }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
