import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { TestDetails } from '#contract/catalogue.ts'
import type { Family } from '#contract/families.ts'
import type { OrderFamily } from '#contract/order-family.ts'
import type { FamilyDocument, MemberKey } from '#domain/family/document.ts'
import type { JoinedPerson } from '#domain/family/order/family-of-order.ts'
import {
  canBeOrdered,
  intoOrder,
  MOST_PATIENTS,
  pregnanciesFor,
  seenFrom,
} from '#domain/family/order/into-order.ts'
import { mostTelling } from '#domain/family/order/most-telling.ts'
import { proposedFor } from '#domain/family/order/proposed.ts'
import { withHistoryOf } from '#domain/family/order/to-order.ts'
import { relations } from '#domain/family/relation.ts'
import { relationInWords } from '#domain/family/relation-words.ts'
import { sentencesOf } from '#domain/family/sentences.ts'
import { comparedInWords, leastCompared } from '#domain/orders/compared.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personKey } from '#domain/orders/identity.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { type Badge, FamilyDrawing } from '../drawing/FamilyDrawing.tsx'
import { useFamilyLayout } from '../drawing/use-family-layout.ts'
import { familyOptions } from '../queries.ts'
import { ChoosePregnancy } from './ChoosePregnancy.tsx'
import { FamilySearch } from './FamilySearch.tsx'
import classes from './order-family.module.css'
import * as texts from './texts.ts'

/** Who was chosen of a family for an order. */
export interface ChosenPeople {
  familyId: number
  /** How many relatives. */
  count: number
  /** A draft with them, and who is who. */
  into: (order: OrderDocument) => { document: OrderDocument; people: JoinedPerson[] }
}

interface ChooseDialogProps {
  hospital: string
  /** As the form has it. */
  document: OrderDocument
  /** Its family, if the draft is in one or may be. */
  joined: OrderFamily | null
  tests: readonly TestDetails[]
  onChoose: (chosen: ChosenPeople) => void
  onClose: () => void
}

/** The patient and relatives of an order, chosen by pressing people of a family in its drawing or list. */
export function ChooseDialog(props: ChooseDialogProps) {
  const { hospital, joined, onClose } = props
  const [familyId, chooseFamily] = useState<number | null>(joined?.family?.id ?? null)
  const query = useQuery({ ...familyOptions(hospital, familyId ?? 0), enabled: familyId !== null })
  if (query.data) return <ChoosePeople {...props} family={query.data} />
  return (
    <FormDialog
      opened
      title={texts.fromFamily}
      confirm={texts.addToOrder}
      cancel={texts.close}
      size="lg"
      ready={false}
      dirty={false}
      onConfirm={() => {}}
      onClose={onClose}
    >
      {familyId === null ? (
        <FamilySearch hospital={hospital} proposed={joined?.proposals ?? []} onChoose={chooseFamily} />
      ) : query.isError ? (
        <ErrorState problem={query.error} retry={() => query.refetch()} />
      ) : (
        <LoadingIndicator />
      )}
    </FormDialog>
  )
}

/** The order's patient in the family: as joined, by name and birthday, or the family's proband. */
function patientIn({ document: order, joined }: ChooseDialogProps, { people }: FamilyDocument): MemberKey {
  const [patient] = order.patients
  const known = joined?.people.find(({ patientKey }) => patientKey === patient?.key)?.member
  const same = people.filter(
    ({ born, ...named }) =>
      patient &&
      personKey(patient) !== null &&
      personKey({ ...named, dateOfBirth: born }) === personKey(patient),
  )
  const isBlank = patient && `${patient.firstName}${patient.lastName}` === ''
  const proband = isBlank ? people.find(({ isProband }) => isProband)?.key : undefined
  return known ?? (same.length === 1 ? same[0]?.key : undefined) ?? proband ?? ''
}

const NO_LINES = { familyHistoryOfDiseaseBeingTested: '' as const, diagnoses: [] }

function ChoosePeople(props: ChooseDialogProps & { family: Family }) {
  const { document: order, joined, tests, family, onChoose, onClose } = props
  const { document } = family
  const people = joined?.family ? joined.people : []
  const [patient, choosePatient] = useState(() => patientIn(props, document))
  const [unborn, chooseUnborn] = useState<MemberKey>('')
  const [isChanging, ask] = useState(patient === '')
  const [chosen, choose] = useState<readonly MemberKey[]>([])
  const [writes, setWrites] = useState(true)
  const isWide = useMediaQuery('(min-width: 56.25em)', true, { getInitialValueInEffect: false })
  const { placed } = useFamilyLayout(document)
  const from = patient === '' ? '' : seenFrom(order, document, patient, { joined: people, unborn })
  const pregnancies =
    patient === '' || seenFrom(order, document, patient, { joined: people }) !== ''
      ? []
      : pregnanciesFor(order, document, patient, people)
  const calls = useMemo(() => sentencesOf(document, () => ''), [document])
  const callOf = (key: MemberKey) => calls.get(key)?.call ?? ''
  const related = useMemo(() => relations(document), [document])
  const inOrder = new Set(people.map(({ member }) => member))
  const mayBeChosen = document.people.filter(
    (member) => canBeOrdered(member) && member.key !== patient && !inOrder.has(member.key),
  )
  const isFull = order.patients.length + chosen.length >= MOST_PATIENTS
  const toggle = (key: MemberKey) => {
    if (chosen.includes(key)) choose(chosen.filter((one) => one !== key))
    else if (!isFull && mayBeChosen.some((member) => member.key === key)) choose([...chosen, key])
  }
  const telling = useMemo(() => (from === '' ? [] : mostTelling(document, from)), [document, from])
  const { least, proposed } = useMemo(() => {
    // A verification has no specimens.
    if (order.isVOB) return { least: null, proposed: [] }
    const orderWith = (relatives: readonly MemberKey[]) =>
      intoOrder(order, {
        ...{ family: document, patient, unborn, relatives },
        ...{ withHistory: false, joined: joined?.family ? joined.people : [] },
      }).document
    return {
      least: leastCompared(tests, orderWith(chosen), tests),
      proposed: proposedFor(telling, chosen, orderWith, tests),
    }
  }, [order, document, patient, unborn, joined, chosen, telling, tests])
  const badges = useMemo(() => {
    const words = new Map<MemberKey, Badge[]>()
    if (patient !== '') words.set(patient, [{ words: texts.thePatient, tone: 'plain' }])
    for (const key of inOrder) if (key !== patient) words.set(key, [{ words: texts.inOrder, tone: 'plain' }])
    for (const key of chosen) words.set(key, [{ words: texts.chosen, tone: 'has' }])
    for (const key of proposed) words.set(key, [{ words: texts.proposedHere, tone: 'may' }])
    return words
  }, [patient, chosen, proposed, people])
  const history = from === '' ? NO_LINES : withHistoryOf(order.familyHistory, document, from, [])
  const lines = history.diagnoses.length - order.familyHistory.diagnoses.length
  const isReady = from !== '' && (chosen.length > 0 || (lines > 0 && writes) || !inOrder.has(patient))
  const relationOf = (key: MemberKey) => {
    const member = document.people.find((one) => one.key === key)
    return member && from !== '' ? relationInWords(related.of(key, from), member.gender) : ''
  }
  const list = (
    <Stack gap={6} role="group" aria-label={texts.relatives}>
      {[...mayBeChosen]
        .sort((one, other) => rank(telling, one.key) - rank(telling, other.key))
        .map(({ key }) => (
          <Checkbox
            key={key}
            label={[callOf(key), calls.get(key)?.call === relationOf(key) ? '' : relationOf(key)]
              .filter((part) => part !== '')
              .join(', ')}
            disabled={from === '' || (isFull && !chosen.includes(key))}
            checked={chosen.includes(key)}
            onChange={() => toggle(key)}
          />
        ))}
    </Stack>
  )
  const drawing = placed && (
    <section className={classes.drawing} aria-label={texts.drawing}>
      <FamilyDrawing
        placed={placed}
        label={texts.pressPeople}
        lit={new Set(chosen)}
        badges={badges}
        zoom={document.people.length > 20 ? 0.65 : 'fit'}
        onPress={(key) => from !== '' && toggle(key)}
      />
    </section>
  )
  return (
    <FormDialog
      opened
      title={texts.fromFamilyOf(family.name)}
      confirm={texts.addToOrder}
      cancel={texts.close}
      size={isWide ? 960 : 'lg'}
      ready={isReady}
      dirty={chosen.length > 0}
      onConfirm={() =>
        onChoose({
          ...{ familyId: family.id, count: chosen.length },
          into: (latest) =>
            intoOrder(latest, {
              ...{ family: document, patient, unborn, relatives: chosen },
              ...{ withHistory: writes && lines > 0, joined: people },
            }),
        })
      }
      onClose={onClose}
    >
      {isChanging ? (
        <Select
          label={texts.patientInFamily}
          searchable
          openOnFocus={false}
          placeholder={texts.choose}
          data={document.people.filter(canBeOrdered).map(({ key }) => ({ value: key, label: callOf(key) }))}
          value={patient === '' ? null : patient}
          onChange={(key) => {
            choosePatient(key ?? '')
            chooseUnborn('')
            choose([])
          }}
        />
      ) : (
        <Group gap="xs">
          <span>{texts.patientIs(callOf(patient))}</span>
          {people.every(({ patientKey }) => patientKey !== order.patients[0]?.key) && (
            <Button size="compact-sm" variant="subtle" onClick={() => ask(true)}>
              {texts.chooseAnother}
            </Button>
          )}
        </Group>
      )}
      {pregnancies.length > 0 && (
        <ChoosePregnancy
          {...{ family: document, patient, pregnancies, callOf }}
          value={from}
          onChange={chooseUnborn}
        />
      )}
      {patient !== '' && from === '' && pregnancies.length === 0 && <p role="status">{texts.noPregnancy}</p>}
      <p role="status">
        {texts.chosenSoFar(chosen.map(callOf))}{' '}
        {least && texts.stillLacks(least.test.testName, comparedInWords(least.test, order), least.missing)}{' '}
        {isFull && texts.orderIsFull}
      </p>
      {isWide ? (
        <>
          {drawing}
          {list}
        </>
      ) : (
        <>
          {list}
          {drawing}
        </>
      )}
      {lines > 0 && (
        <Checkbox
          label={texts.writeHistory(lines)}
          checked={writes}
          onChange={(event) => setWrites(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}

const rank = (telling: readonly MemberKey[], key: MemberKey) =>
  telling.includes(key) ? telling.indexOf(key) : telling.length
