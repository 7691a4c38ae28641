/**
 * The value that lets this page's own <style> elements through the content security policy: the server writes it
 * into the page (see vite.config.ts). Mantine is handed it; the scroll lock of dialogs looks for the global.
 */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

Object.assign(globalThis, { __webpack_nonce__: styleNonce })
