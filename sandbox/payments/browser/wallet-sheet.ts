export interface WalletSheet {
  close(): void
}

interface Parts {
  onConfirm: () => void
  onCancel: () => void
}

const action = (text: string, look: string, onClick: () => void): HTMLButtonElement => {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.style.cssText =
    'min-height:44px;padding:8px 20px;margin-right:8px;border:1px solid #0a5dc2;border-radius:6px;' +
    `font:inherit;cursor:pointer;${look}`
  made.addEventListener('click', onClick)
  return made
}

/**
 * Opens the test wallet above the page. After a confirmation it stays open, as wallets do, until it
 * is closed.
 */
export const openWalletSheet = ({ onConfirm, onCancel }: Parts): WalletSheet => {
  const sheet = document.createElement('dialog')
  sheet.setAttribute('aria-label', 'Test wallet')
  sheet.style.cssText =
    'margin:auto;width:min(calc(100% - 32px),400px);padding:24px;border:0;border-radius:12px;' +
    'background:#fff;color:#0f2a33;font:16px/1.5 system-ui,sans-serif'
  const text = document.createElement('p')
  text.textContent = 'A wallet would ask you here to confirm the card in it.'
  text.style.cssText = 'margin:0 0 16px'
  const confirm = action('Confirm', 'background:#0a5dc2;color:#fff', () => {
    for (const button of [confirm, cancel]) button.disabled = true
    onConfirm()
  })
  const cancel = action('Cancel', 'background:#fff;color:#0a5dc2', onCancel)
  sheet.addEventListener('cancel', (event) => {
    event.preventDefault()
    if (!confirm.disabled) onCancel()
  })
  sheet.append(text, confirm, cancel)
  document.body.append(sheet)
  sheet.showModal()
  return {
    close: () => {
      sheet.close()
      sheet.remove()
    },
  }
}
