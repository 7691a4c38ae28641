import { Button, Group, Menu, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { RELATIONSHIPS, type Relationship } from '#domain/lookups.ts'
import { comparedInWords, leastCompared, whoIsCompared } from '#domain/orders/compared.ts'
import { type Patient, PROBAND } from '#domain/orders/document.ts'
import { addSample, relativesOf, removePerson } from '#domain/orders/family.ts'
import { geneticParents } from '#domain/orders/genetic-parents.ts'
import type { Compared } from '#domain/orders/rule-context.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { useFormState, useOrderForm } from '../../draft/form-context.ts'
import * as texts from '../texts.ts'
import { FindPartner } from './FindPartner.tsx'
import { FromFamily, OffersOfFamily } from './FromFamily.tsx'
import { GeneticParents } from './GeneticParents.tsx'
import { type KnownDetails, nextKey, withRelative } from './new-relative.ts'
import classes from './people.module.css'
import { RelativeCard } from './RelativeCard.tsx'

const MOST = 12
/** Who is added by one press, by whom the test compares. */
const TO_ADD: Record<Compared, readonly Relationship[]> = {
  parents: ['Mother', 'Father'],
  relatives: ['Mother', 'Father'],
  mother: ['Mother'],
  partner: ['Partner'],
}
const TO_CHOOSE = RELATIONSHIPS.filter((one) => one !== 'Proband')

/** The relatives of the order, and how more are added: those that the tests want at once. */
export function Relatives() {
  const form = useOrderForm()
  const patients = useFormState((state) => state.document.patients)
  const container = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const [announcement, setAnnouncement] = useState('')
  const relatives = relativesOf({ patients })
  const full = patients.length >= MOST

  const add = (relationship: Relationship, known: KnownDetails = {}) => {
    const key = nextKey(form.state().document)
    focusNext(() => container.current?.querySelector<HTMLElement>(`[data-person="${key}"] input`)?.focus())
    form.edit((document) => withRelative(document, relationship, known))
    setAnnouncement(texts.added(relationship))
  }
  const remove = useCallback(
    (patient: Patient) => {
      focusNext(() => container.current?.querySelector<HTMLElement>('[data-add]')?.focus())
      setAnnouncement(texts.removed(calledInOrder(form.state().document, patient.key)))
      form.edit((document) => removePerson(document, patient.key))
    },
    [form, focusNext],
  )

  return (
    <div ref={container} className={classes.family}>
      {relatives.map((patient, position) => (
        <RelativeCard
          key={patient.key}
          at={`/patients/${position + 1}`}
          patient={patient}
          onRemove={remove}
        />
      ))}
      <GeneticParents />
      <OffersOfFamily />
      <div data-path="/patients" className={classes.adding}>
        <MissingRelatives onAdd={add} />
        <Group gap="xs">
          <Menu position="bottom-start">
            <Menu.Target>
              <Button
                data-add
                variant="default"
                size="xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                rightSection={<IconChevronDown size={14} aria-hidden />}
                disabled={full}
              >
                {texts.addRelative}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {TO_CHOOSE.map((relationship) => (
                <Menu.Item key={relationship} onClick={() => add(relationship)}>
                  {relationship}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <FindPartner disabled={full} onFound={(known) => add('Partner', known)} />
          <FromFamily onAdded={setAnnouncement} />
        </Group>
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
}

/** What a trio or a duo lacks, and the parents by one click. A fetus's mother is in the order, and only her specimen is missing. */
function MissingRelatives({ onAdd }: { onAdd: (relationship: Relationship) => void }) {
  const form = useOrderForm()
  const tests = useFormState((state) => state.tests)
  const document = useFormState((state) => state.document)
  const familyTests = tests.filter(({ relatives: count }) => count > 0)
  const [first] = familyTests.toSorted((one, other) => other.relatives - one.relatives)
  if (!first || document.isVOB) return null
  const least = leastCompared(familyTests, document, tests)
  if (!least)
    return <p className={classes.wanted}>{texts.relativesComplete(comparedInWords(first, document))}</p>
  const { test, there: compared } = least
  const prenatal = isPrenatal(document)
  const relatives = relativesOf(document)
  const isPatient = (parent: Relationship) =>
    prenatal &&
    parent === 'Mother' &&
    (test.compared?.who === 'mother' || geneticParents(document).mother === PROBAND)
  const missing = TO_ADD[whoIsCompared(test) ?? 'relatives'].filter(
    (parent: Relationship) =>
      !isPatient(parent) && relatives.every(({ relationship }) => relationship !== parent),
  )
  return (
    <div className={classes.wanted}>
      <span>{texts.relativesMissing(comparedInWords(test, document), least.missing)}</span>
      {isPatient('Mother') && !compared.includes(PROBAND) && (
        <Button variant="light" size="xs" onClick={() => form.edit((latest) => addSample(latest, PROBAND))}>
          {texts.addMothersSpecimen}
        </Button>
      )}
      {missing.map((parent) => (
        <Button key={parent} variant="light" size="xs" onClick={() => onAdd(parent)}>
          {texts.addParent(parent.toLowerCase())}
        </Button>
      ))}
    </div>
  )
}
