import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lazy, memo, Suspense, useRef, useState } from 'react'
import type { Patient } from '#domain/orders/document.ts'
import { samplesOf } from '#domain/orders/family.ts'
import { kinshipOf } from '#domain/orders/genetic-parents.ts'
import { addressInWords, calledInOrder, hasAddress } from '#portal/order/person.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { useFormState, useOrderForm } from '../../draft/form-context.ts'
import { isWithin } from '../../draft/pointer.ts'
import { Fold } from '../../fields/Fold.tsx'
import { FieldWarnings } from '../../panel/FieldWarnings.tsx'
import fields from '../fields.module.css'
import * as texts from '../texts.ts'
import { Addresses } from './Addresses.tsx'
import { Contacts } from './Contacts.tsx'
import { Demographics } from './Demographics.tsx'
import { isMinorNow, newGuardian } from './new-guardian.ts'
import { isUntouched } from './new-relative.ts'
import classes from './people.module.css'
import { RelativeSummary } from './RelativeSummary.tsx'

// Few orders need them.
const RelativeSigning = lazy(async () => ({
  default: (await import('./RelativeSigning.tsx')).RelativeSigning,
}))
const KinshipFields = lazy(async () => ({ default: (await import('./KinshipFields.tsx')).KinshipFields }))

interface RelativeCardProps {
  at: string
  patient: Patient
  onRemove: (patient: Patient) => void
}

/**
 * One relative: who they are, how they are reached, and what else of the order is theirs. Typing of one renders no other
 * again, and of this one only the field.
 */
export const RelativeCard = memo(function RelativeCard({ at, patient, onRemove }: RelativeCardProps) {
  const form = useOrderForm()
  const [isConfirming, setConfirming] = useState(false)
  // Asked of whoever gives a specimen; what was entered stays, since it is checked and sent without one as well.
  const isOrder = useFormState(({ document }) => !document.isVOB)
  const isTested = useFormState(({ document }) => isOrder && samplesOf(document, patient.key).length > 0)
  const isMinor = useFormState((state) => isMinorNow(state, patient.key) === true)
  // Once shown it stays, so that the button that was pressed keeps the focus.
  const wasSigning = useRef(false)
  if (patient.deceased !== undefined || patient.guardian !== undefined) wasSigning.current = true
  const isSigning = wasSigning.current
  const called = useFormState(({ document }) => calledInOrder(document, patient.key))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend beside the heading
    <div role="group" aria-label={called} data-person={patient.key} className={classes.relative}>
      <div className={classes.head}>
        <h3 className={classes.title}>{called}</h3>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.remove(called)}
          onClick={() =>
            isUntouched(form.state().document, patient) ? onRemove(patient) : setConfirming(true)
          }
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </div>
      <RelativeSummary at={at} patientKey={patient.key} />
      <Demographics at={at} relative={patient.key} />
      <FieldWarnings at={({ path, section }) => section === 'patient' && isWithin(path, at)} />
      <Fold
        title={texts.contactAndAddress}
        paths={[`${at}/contacts`, `${at}/addresses`]}
        filled={contactOf(patient)}
      >
        <Contacts at={at} />
        <div className={classes.lives}>
          <Addresses at={at} relative />
        </div>
      </Fold>
      <div className={fields.more}>
        <Fold
          title={texts.kindOfRelation}
          paths={[`${at}/kinship`]}
          filled={patient.kinship ? kinshipOf(patient) : null}
          folded
          isLazy
        >
          <Suspense>
            <KinshipFields at={at} />
            {isTested && !isSigning && <RelativeSigning at={at} />}
          </Suspense>
        </Fold>
      </div>
      {isOrder && isSigning && (
        <Suspense>
          <RelativeSigning at={at} />
        </Suspense>
      )}
      {isTested && isMinor && !patient.guardian && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt="xs"
          onClick={() => form.set(`${at}/guardian`, newGuardian(form.state(), patient.key))}
        >
          {texts.minorNeedsSigner}
        </Button>
      )}
      <ConfirmDialog
        opened={isConfirming}
        title={texts.removeTitle(called)}
        confirm={texts.removeFromOrder}
        cancel={texts.keep}
        danger
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          onRemove(patient)
        }}
      >
        {texts.removePersonHint}
      </ConfirmDialog>
    </div>
  )
})

function contactOf(patient: Patient): string | null {
  const given = patient.contacts.filter(({ value }) => value.trim() !== '').map(({ value }) => value)
  const home = hasAddress(patient)
    ? patient.addresses.map(addressInWords).find((words) => words !== '')
    : undefined
  const words = [...given, ...(home ? [home] : [])]
  return words.length === 0 ? null : (words[0] ?? null)
}
