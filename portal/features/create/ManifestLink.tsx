import { mayUploadManifests } from '#portal/frame/entries.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useSession } from '#portal/session/session.ts'

/** From the order form to the manifest, where one is taken. */
export function ManifestLink() {
  if (!mayUploadManifests(useSession())) return null
  return (
    <>
      {' '}
      Many patients for one test? <TextLink to="/create/manifest">Upload a manifest</TextLink>
    </>
  )
}
