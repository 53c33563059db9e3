import { AUTHENTICATED } from './protocol.ts'

/** Shows the bank's page over everything and resolves once the customer is done there. */
export const authenticateInOverlay = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const before = document.activeElement
    const overlay = document.createElement('div')
    overlay.setAttribute('role', 'dialog')
    overlay.setAttribute('aria-modal', 'true')
    overlay.setAttribute('aria-label', '3D Secure authentication')
    overlay.style.cssText =
      'position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;padding:16px;background:rgba(0,0,0,.55)'
    const frame = document.createElement('iframe')
    frame.name = '__privateStripeFrameAuthentication'
    frame.title = '3D Secure authentication'
    frame.src = url
    frame.style.cssText = 'width:min(100%,480px);height:min(100%,360px);border:0;border-radius:12px;background:#fff'
    const finish = (event: MessageEvent<{ type?: string }>) => {
      if (event.source !== frame.contentWindow || event.origin !== new URL(url).origin) return
      if (event.data?.type !== AUTHENTICATED) return
      window.removeEventListener('message', finish)
      overlay.remove()
      if (before instanceof HTMLElement) before.focus()
      resolve()
    }
    window.addEventListener('message', finish)
    overlay.append(frame)
    document.body.append(overlay)
    frame.focus()
  })
