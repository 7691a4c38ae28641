import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { ageInYears } from '#domain/consent/law.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { blankGuardian, type Guardian } from '#domain/orders/guardian.ts'
import { chooseSubject, SUBJECT_KINDS, type SubjectKind, subjectKind } from '#domain/orders/subject.ts'
import { useFormState, useOrderForm } from '../../draft/form-context.ts'
import * as texts from '../texts.ts'

const WORDS: Record<SubjectKind, string> = {
  living: texts.livingPatient,
  fetus: texts.aFetus,
  loss: texts.aLoss,
  deceased: texts.aDeceasedPerson,
}

/** Of a child the reason is known by its date of birth. */
function guardianFor({ patients }: OrderDocument): Guardian {
  const years = ageInYears(patients[0]?.dateOfBirth ?? '', todayAtLaboratory(new Date()))
  return { ...blankGuardian(), ...(years !== null && years < 18 ? { signingReason: 'Minor' } : {}) }
}

/** Who is tested, in one quiet line: a living patient, for nearly all orders. Nothing else is seen for one. */
export function SubjectMenu() {
  const form = useOrderForm()
  const kind = useFormState(({ document }) => subjectKind(document))
  const hasGuardian = useFormState(({ document }) => document.patients[0]?.guardian !== undefined)
  const isAddOn = useFormState(({ document }) => document.addOn !== null)
  if (isAddOn) return null
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          mb="xs"
          ml={-8}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {texts.whoIsTested(WORDS[kind])}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SUBJECT_KINDS.map((one) => (
          <Menu.Item key={one} onClick={() => form.edit((document) => chooseSubject(document, one))}>
            {WORDS[one]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          onClick={() =>
            form.set('/patients/0/guardian', hasGuardian ? undefined : guardianFor(form.state().document))
          }
        >
          {hasGuardian ? texts.patientSigns : texts.someoneSigns}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
