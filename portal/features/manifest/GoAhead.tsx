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
  making: RunState
  checking: boolean
}

/** Makes the orders of the rows that are ready, after one question. */
export function GoAhead({ manifest, ready, making, checking }: GoAheadProps) {
  const { can, user } = useSession()
  const [pendingMaking, setPendingMaking] = useState<CreateMode | null>(null)
  const many = grouped(ready)
  const disabled = ready === 0 || checking || making.is === 'running'
  const left = manifest.sheet.state().counts.repair
  const orders = counted(ready, 'order')
  if (ready === 0) {
    const isOpen = OPEN.some((one) => manifest.sheet.state().counts[one] > 0)
    return isOpen ? <Button disabled>{texts.noRowsAreReady}</Button> : null
  }
  return (
    <>
      <Button
        variant={can('SubmitOrder') ? 'default' : 'filled'}
        disabled={disabled}
        onClick={() => setPendingMaking('draft')}
      >
        {texts.saveAs(many, ready === 1 ? 'a draft' : 'drafts')}
      </Button>
      {can('SubmitOrder') && (
        <Button disabled={disabled} onClick={() => setPendingMaking('submit')}>
          {texts.submitReady(many, ready === 1 ? 'is' : 'are')}
        </Button>
      )}
      <ConfirmDialog
        opened={pendingMaking !== null}
        title={
          pendingMaking === 'submit' ? texts.submitTitle(orders) : texts.saveTitle(counted(ready, 'draft'))
        }
        confirm={
          pendingMaking === 'submit' ? texts.signAndSubmit(orders) : texts.saveDrafts(counted(ready, 'draft'))
        }
        cancel={texts.notYet}
        onConfirm={() => {
          if (pendingMaking) manifest.make(pendingMaking)
          setPendingMaking(null)
        }}
        onClose={() => setPendingMaking(null)}
      >
        <p>
          {pendingMaking === 'submit'
            ? texts.ordersGo(orders, manifest.head.rules.test.testName, ready === 1 ? 'goes' : 'go')
            : texts.draftsStay(counted(ready, 'draft'), manifest.head.rules.test.testName)}
          {left > 0 && texts.rowsStay(counted(left, 'row'), left === 1 ? 'stays' : 'stay')}
        </p>
        {pendingMaking === 'submit' && (
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
