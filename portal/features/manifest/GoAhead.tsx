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
    return isOpen ? <Button disabled>No row is ready</Button> : null
  }
  return (
    <>
      <Button
        variant={can('SubmitOrder') ? 'default' : 'filled'}
        disabled={disabled}
        onClick={() => setPendingMaking('draft')}
      >
        Save {many} as {ready === 1 ? 'a draft' : 'drafts'}
      </Button>
      {can('SubmitOrder') && (
        <Button disabled={disabled} onClick={() => setPendingMaking('submit')}>
          Submit the {many} that {ready === 1 ? 'is' : 'are'} ready
        </Button>
      )}
      <ConfirmDialog
        opened={pendingMaking !== null}
        title={pendingMaking === 'submit' ? `Submit ${orders}?` : `Save ${counted(ready, 'draft')}?`}
        confirm={pendingMaking === 'submit' ? `Sign and submit ${orders}` : `Save ${counted(ready, 'draft')}`}
        cancel="Not yet"
        onConfirm={() => {
          if (pendingMaking) manifest.make(pendingMaking)
          setPendingMaking(null)
        }}
        onClose={() => setPendingMaking(null)}
      >
        <p>
          {pendingMaking === 'submit'
            ? `${orders} of ${manifest.head.rules.test.testName} ${ready === 1 ? 'goes' : 'go'} to the laboratory, each once.`
            : `${counted(ready, 'draft')} of ${manifest.head.rules.test.testName}, which somebody submits later from Pending Submission.`}
          {left > 0 && ` ${counted(left, 'row')} to repair ${left === 1 ? 'stays' : 'stay'} here.`}
        </p>
        {pendingMaking === 'submit' && (
          <p>
            Signing each as{' '}
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
