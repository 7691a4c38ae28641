import { Button } from '@mantine/core'
import { useState } from 'react'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import { grouped } from '#domain/text/figures.ts'
import { useSession } from '#portal/session/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { counted } from '#ui/counted.ts'
import type { CreateMode, OpenManifest } from './open-manifest.ts'
import type { RunState } from './run.ts'
import { OPEN } from './states.ts'
import * as texts from './texts.ts'

interface GoAheadProps {
  manifest: OpenManifest
  ready: number
  /** Of an earlier upload, not submitted: for whoever may submit. */
  drafts: number
  making: RunState
  checking: boolean
}

/** Makes the orders of the rows that are ready, or submits drafts of earlier uploads, each after a question of its own. */
export function GoAhead({ manifest, ready, drafts, making, checking }: GoAheadProps) {
  const { can, user } = useSession()
  const [pendingMaking, setPendingMaking] = useState<CreateMode | null>(null)
  const disabled = checking || making.is === 'running'
  const left = manifest.sheet.state().counts.repair
  const maySubmit = can('SubmitOrder')
  if (ready === 0 && (drafts === 0 || !maySubmit)) {
    const isOpen = OPEN.some((one) => manifest.sheet.state().counts[one] > 0)
    return isOpen ? <Button disabled>{texts.noRowsAreReady}</Button> : null
  }
  const submitted = pendingMaking === 'drafts' ? drafts : ready
  const orders = counted(submitted, 'order')
  const { testName } = manifest.head.rules.test
  const as = pendingMaking ?? 'draft'
  const submits = as !== 'draft'
  const go = submitted === 1 ? 'goes' : 'go'
  return (
    <>
      {ready > 0 && (
        <Button
          variant={maySubmit ? 'default' : 'filled'}
          disabled={disabled}
          onClick={() => setPendingMaking('draft')}
        >
          {texts.saveAs(grouped(ready), ready === 1 ? 'a draft' : 'drafts')}
        </Button>
      )}
      {maySubmit && drafts > 0 && (
        <Button
          variant={ready > 0 ? 'default' : 'filled'}
          disabled={disabled}
          onClick={() => setPendingMaking('drafts')}
        >
          {texts.submitDrafts(counted(drafts, 'draft'))}
        </Button>
      )}
      {maySubmit && ready > 0 && (
        <Button disabled={disabled} onClick={() => setPendingMaking('submit')}>
          {texts.submitReady(grouped(ready), ready === 1 ? 'is' : 'are')}
        </Button>
      )}
      <ConfirmDialog
        opened={pendingMaking !== null}
        title={submits ? texts.submitTitle(orders) : texts.saveTitle(counted(ready, 'draft'))}
        confirm={submits ? texts.signAndSubmit(orders) : texts.saveDrafts(counted(ready, 'draft'))}
        cancel={texts.notYet}
        onConfirm={() => {
          if (pendingMaking) manifest.make(pendingMaking)
          setPendingMaking(null)
        }}
        onClose={() => setPendingMaking(null)}
      >
        <p>
          {as === 'drafts' && texts.draftsGo(counted(drafts, 'draft'), testName, go)}
          {as === 'submit' && texts.ordersGo(orders, testName, go)}
          {as === 'draft' && texts.draftsStay(counted(ready, 'draft'), testName)}
          {left > 0 && texts.rowsStay(counted(left, 'row'), left === 1 ? 'stays' : 'stay')}
        </p>
        {submits && (
          <p>
            {texts.signingEachAs}{' '}
            <strong>
              {user.firstName} {user.lastName}
            </strong>
            : {ATTESTATION.text}
          </p>
        )}
      </ConfirmDialog>
    </>
  )
}
