import { Alert, Button, Group, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import { ATTESTATION } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { useSession } from '#portal/session/session.ts'
import { useFirst } from '#ui/use-first.ts'
import { useFormState, usePoints } from '../draft/form-context.ts'
import { same } from '../draft/merge.ts'
import type { FormState } from '../draft/order-form.ts'
import { ReviewLines } from './ReviewLines.tsx'
import { overriddenIn, reviewLines } from './review-lines.ts'
import classes from './sign-dialog.module.css'
import * as texts from './texts.ts'

interface SignDialogProps {
  /** Somebody else changed the order while it was being signed. */
  changed: boolean
  /** Signs what is shown. */
  onSign: (signed: OrderDocument) => void
  onClose: () => void
}

const entireState = (state: FormState) => state

/** Everything that will be ordered, and the words that the submitter signs: the last step before the laboratory. */
export function SignDialog({ changed, onSign, onClose }: SignDialogProps) {
  const { user } = useSession()
  const { document, tests } = useFormState(entireState)
  const points = usePoints()
  const [opened] = useState(document)
  const narrow = useMediaQuery('(max-width: 37.49em)', false, { getInitialValueInEffect: false })
  const isFirst = useFirst(null)
  const lines = reviewLines(document, tests, overriddenIn(points)).filter(([, value]) => value !== '')
  const sign = () => onSign(document)
  const keys = (event: KeyboardEvent) => {
    // A key that is held down has opened this, and signs nothing.
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.repeat) return
    event.preventDefault()
    if (isFirst(event)) sign()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.reviewAndSign}
      size="lg"
      fullScreen={narrow}
      closeOnClickOutside={false}
      withCloseButton={false}
      transitionProps={{ duration: 0 }}
      onKeyDown={keys}
    >
      {(changed || !same(opened, document)) && (
        <Alert role="alert" color="yellow" mb="md" title={texts.changedDuringReview}>
          {texts.reviewAgain}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is read first, and scrolled by the keys */}
      <section className={classes.summary} aria-label={texts.orderSummary} tabIndex={0} data-autofocus>
        <ReviewLines lines={lines} />
      </section>
      <div className={classes.foot}>
        <p className={classes.words}>
          {texts.signingAs}{' '}
          <strong>
            {user.firstName} {user.lastName}
          </strong>
          : {ATTESTATION.text}
        </p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {texts.keepEditing}
          </Button>
          {/* The second half of a double click on the button that opened this signs nothing either. */}
          <Button onClick={(event) => isFirst(event) && event.detail < 2 && sign()}>
            {texts.signAndSubmit}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
