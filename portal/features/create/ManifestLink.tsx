import { mayUploadManifests } from '#portal/frame/entries.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { useSession } from '#portal/session/session.ts'
import * as texts from './texts.ts'

/** From the order form to the manifest, where one is taken. */
export function ManifestLink() {
  if (!mayUploadManifests(useSession())) return null
  return (
    <>
      {' '}
      {texts.manyPatients} <TextLink to="/create/manifest">{texts.uploadAManifest}</TextLink>
    </>
  )
}
