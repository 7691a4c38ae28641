import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { PROBAND } from '#domain/orders/document.ts'
import { blankParentage } from '#domain/orders/kinship.ts'
import {
  chooseSubject,
  isPrenatal,
  SUBJECT_KINDS,
  type SubjectKind,
  subjectKind,
} from '#domain/orders/subject.ts'
import { useFormState, useOrderForm } from '../../draft/form-context.ts'
import { goToSection } from '../../focus-field.ts'
import { askedAboutBlood } from '../specimens/asked-about-blood.ts'
import * as texts from '../texts.ts'
import { newGuardian } from './new-guardian.ts'

const WORDS: Record<SubjectKind, string> = {
  living: texts.livingPatient,
  fetus: texts.aFetus,
  loss: texts.aLoss,
  deceased: texts.aDeceasedPerson,
}

/** Who is tested, in one quiet line: a living patient, for nearly all orders. Nothing else is seen for one. */
export function SubjectMenu() {
  const form = useOrderForm()
  const kind = useFormState(({ document }) => subjectKind(document))
  const hasGuardian = useFormState(({ document }) => document.patients[0]?.guardian !== undefined)
  const hasParentage = useFormState(({ document }) => document.parentage !== undefined)
  const isVOB = useFormState(({ document }) => document.isVOB)
  const patient = useFormState(({ document }) => document.patients[0]?.key ?? PROBAND)
  const isAddOn = useFormState(({ document }) => document.addOn !== null)
  // A test that asks shows the questions; of another, whoever knows of a donor's cells says so here.
  const canTellOfBlood = useFormState(
    ({ document, tests }) =>
      !document.isVOB &&
      !isPrenatal(document) &&
      document.patients[0]?.bloodHistory === undefined &&
      askedAboutBlood(tests) === null,
  )
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
            form.set('/patients/0/guardian', hasGuardian ? undefined : newGuardian(form.state(), patient))
          }
        >
          {hasGuardian ? texts.patientSigns : texts.someoneSigns}
        </Menu.Item>
        {canTellOfBlood && (
          <Menu.Item
            onClick={() => {
              form.set('/patients/0/bloodHistory', {})
              requestAnimationFrame(() => goToSection('specimens'))
            }}
          >
            {texts.bloodOfPatient}
          </Menu.Item>
        )}
        {!isVOB && !hasParentage && (
          <Menu.Item onClick={() => form.set('/parentage', { ...blankParentage(), parentsRelated: 'Yes' })}>
            {texts.parentsAreRelated}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
