import { Button, Group } from '@mantine/core'
import { blankDeceased } from '#domain/orders/deceased.ts'
import type { Patient } from '#domain/orders/document.ts'
import { useFormState, useOrderForm } from '../../draft/form-context.ts'
import { valueAt } from '../../draft/pointer.ts'
import * as texts from '../texts.ts'
import { newGuardian } from './new-guardian.ts'
import { DeceasedFields, GuardianFields } from './SigningFields.tsx'

/** A death, and who signs, of the relative at `/patients/n` who gives a specimen; each with the button that removes it. */
export function RelativeSigning({ at }: { at: string }) {
  const form = useOrderForm()
  const patient = useFormState(({ document }) => valueAt(document, at)) as Patient | undefined
  if (!patient) return null
  return (
    <>
      {patient.deceased && <DeceasedFields at={at} />}
      {patient.guardian && <GuardianFields at={at} />}
      <Group gap="xs" mt="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => form.set(`${at}/deceased`, patient.deceased ? undefined : blankDeceased())}
        >
          {patient.deceased ? texts.relativeIsAlive : texts.relativeHasDied}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() =>
            form.set(`${at}/guardian`, patient.guardian ? undefined : newGuardian(form.state(), patient.key))
          }
        >
          {patient.guardian ? texts.relativeSigns : texts.someoneSignsForRelative}
        </Button>
      </Group>
    </>
  )
}
