import { Component } from 'react'
import type { ReactNode } from 'react'

export interface ErrorBoundaryProps {
  /** What stands in for what broke; nothing when left out. */
  fallback?: ReactNode
  onError: (error: unknown) => void
  children: ReactNode
}

/** Keeps a render error to its part of the page and reports it once. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { isBroken: boolean }> {
  state = { isBroken: false }

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
