import { frameListener } from './listen.ts'

const portalOrigin = document.querySelector<HTMLMetaElement>('meta[name="portal-origin"]')?.content ?? ''
// Nobody frames this page but the portal (its policy's frame-ancestors); opened by itself, it has nobody to listen to.
if (window.parent !== window)
  addEventListener('message', frameListener({ portalOrigin, parent: window.parent, storage: localStorage }))
