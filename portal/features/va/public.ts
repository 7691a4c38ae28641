/** The order menu of VA users. */
export { VaMenu } from './VaMenu.tsx'
