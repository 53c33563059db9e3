import { AUTHENTICATED } from './protocol.ts'

/** Shows the bank's page over everything and resolves once the customer is done there. */
export const authenticateInOverlay = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const overlay = document.createElement('dialog')
    overlay.setAttribute('aria-label', '3D Secure authentication')
    overlay.style.cssText =
      'margin:auto;width:min(calc(100% - 32px),480px);height:min(100%,360px);padding:0;border:0;' +
      'border-radius:12px;overflow:hidden;background:#fff'
    overlay.setAttribute('closedby', 'none')
    overlay.addEventListener('cancel', (event) => event.preventDefault())
    const frame = document.createElement('iframe')
    frame.name = '__privateStripeFrameAuthentication'
    frame.title = '3D Secure authentication'
    frame.src = url
    frame.style.cssText = 'display:block;width:100%;height:100%;border:0'
    const finish = (event: MessageEvent<{ type?: string }>) => {
      if (event.source !== frame.contentWindow || event.origin !== new URL(url).origin) return
      if (event.data?.type !== AUTHENTICATED) return
      window.removeEventListener('message', finish)
      overlay.close()
      overlay.remove()
      resolve()
    }
    window.addEventListener('message', finish)
    overlay.append(frame)
    document.body.append(overlay)
    overlay.showModal()
    frame.focus()
  })
