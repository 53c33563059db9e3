import { cssTransition, ToastContainer } from 'react-toastify/unstyled'
import { site } from '../site.ts'
import './toasts.css'

const transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 160 })

/**
 * Where toasts appear: at most ten, with no progress bar, not draggable. Load it when the first one
 * is needed.
 */
export const Toaster = () => (
  <ToastContainer
    aria-label={`Messages from ${site.name}`}
    position="bottom-center"
    limit={10}
    hideProgressBar
    draggable={false}
    closeOnClick={false}
    transition={transition}
    autoClose={8000}
  />
)
