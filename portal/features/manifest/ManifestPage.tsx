import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { api } from '#portal/api.ts'
import { ButtonLink } from '#portal/links/ButtonLink.tsx'
import { NoneBegun } from '#portal/order/NoneBegun.tsx'
import { useSession } from '#portal/session/session.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { mayUploadManifests, takesOnlineOrders } from '../../frame/entries.ts'
import { CRUMBS } from './crumbs.tsx'
import { type OpenManifest, openManifest } from './open-manifest.ts'
import { SheetStep } from './SheetStep.tsx'
import { StartStep } from './StartStep.tsx'
import { createSheetStore, type ManifestHead, tabKey } from './sheet-store.ts'
import type { SheetRow } from './states.ts'
import * as texts from './texts.ts'
import { waitLonger } from './wait.ts'

/** Orders from a CSV manifest at /create/manifest: choose, repair, submit (ROUTE-06; specification §6, Manifest upload). */
export default function ManifestPage() {
  const session = useSession()
  if (!takesOnlineOrders(session)) return <NoneBegun head={texts.uploadAManifest} />
  if (!mayUploadManifests(session)) return <NotHere />
  return <Manifest key={session.institution.code} />
}

function NotHere() {
  const { institution, institutions, configuration, selectInstitution } = useSession()
  const manifestInstitution = institutions.find(({ code }) => code === configuration.manifestInstitution)
  const here = configuration.manifestInstitution === institution.code
  return (
    <>
      <PageHead title={texts.uploadAManifest} crumbs={CRUMBS} />
      <EmptyState
        title={here ? texts.noCreateInRole : texts.noManifests(institution.name)}
        text={
          here
            ? texts.askForCreateOrder(institution.name)
            : manifestInstitution
              ? texts.manifestsAtOther(manifestInstitution.name)
              : texts.manifestsAtOtherUnnamed
        }
        action={
          manifestInstitution && !here ? (
            <Button onClick={() => selectInstitution(manifestInstitution.code)}>
              {texts.switchTo(manifestInstitution.name)}
            </Button>
          ) : (
            <ButtonLink to={here ? '/orders' : '/create'}>
              {here ? 'See the orders' : 'Create an order'}
            </ButtonLink>
          )
        }
      />
    </>
  )
}

function Manifest() {
  const { user, institution } = useSession()
  const store = useMemo(
    () => createSheetStore(tabKey(user.id, institution.code)),
    [user.id, institution.code],
  )
  /** Undefined while it is not known whether one is kept. */
  const [open, setOpen] = useState<OpenManifest | null>()

  function show(head: ManifestHead, rows: readonly SheetRow[]) {
    const opened = openManifest({ api, hospital: institution.code, head, rows, store, wait: waitLonger })
    setOpen(opened)
    opened.checkRemaining()
  }
  useEffect(() => {
    let gone = false
    void store.read().then((stored) => {
      if (gone) return
      if (stored) show(stored.head, stored.rows)
      else setOpen(null)
    })
    return () => {
      gone = true
    }
  }, [store])
  useEffect(
    () => () => {
      open?.check.stop()
      open?.making.stop()
    },
    [open],
  )

  if (open === undefined) return <LoadingIndicator />
  if (open === null)
    return (
      <StartStep
        onRead={(head, rows) => {
          void store.begin(head)
          void store.rows(rows)
          show(head, rows)
        }}
      />
    )
  return (
    <SheetStep
      manifest={open}
      onForget={() => {
        void store.forget()
        setOpen(null)
      }}
    />
  )
}
