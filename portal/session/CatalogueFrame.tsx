import { useEffect } from 'react'
import { catalogueFrame } from './catalogue-frame.ts'
import { catalogueLink } from './other-sites.ts'
import * as texts from './texts.ts'
import { useSignIn } from './use-sign-in.ts'

/**
 * The hidden frame of the catalogue site, so that both know of the session and the cart (§4, Token expiry). From the log
 * in on; it stays after the logout, of which it has to hear.
 */
export function CatalogueFrame() {
  const { subject, configuration } = useSignIn()
  useEffect(() => () => catalogueFrame.closed(), [])
  if (subject === null || configuration === null) return null
  return (
    <iframe
      src={`${catalogueLink(configuration)}frame`}
      title={texts.testCatalog}
      hidden
      onLoad={({ currentTarget }) => {
        if (currentTarget.contentWindow)
          catalogueFrame.opened(currentTarget.contentWindow, configuration.sites.catalogue)
      }}
    />
  )
}
