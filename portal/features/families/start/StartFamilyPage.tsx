import { Button, Select, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { Gender } from '#domain/family/document.ts'
import { NO_RELATIVES, type StartNumbers, startFamily } from '#domain/family/start.ts'
import { api } from '#portal/api.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { useRequestKeys } from '#portal/request-keys.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { counted } from '#ui/counted.ts'
import { notifyProblem } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { FamilyDrawing } from '../drawing/FamilyDrawing.tsx'
import { useFamilyLayout } from '../drawing/use-family-layout.ts'
import { CheckedField, partialDateProblem } from '../panel/fields.tsx'
import { genders } from '../panel/texts.ts'
import { familyOptions } from '../queries.ts'
import classes from './start.module.css'
import * as texts from './texts.ts'

/** Of each number, as `startFamily` takes them. */
const MOST = 15

/** Begins a family from nine numbers: the drawing grows while they are typed. */
export default function StartFamilyPage() {
  const { can, institution } = useSession()
  return can('CreateOrder') ? <StartForm hospital={institution.code} /> : <NotFoundPage />
}

/** A whole number up to the most that are taken; letters are left out. */
const countIn = (text: string) => Math.min(MOST, Number(text.replaceAll(/\D/g, '')))

function StartForm({ hospital }: { hospital: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [patient, setPatient] = useState({ gender: '' as Gender, firstName: '', lastName: '', born: '' })
  const [name, setName] = useState<string | null>(null)
  const [numbers, setNumbers] = useState<StartNumbers>(NO_RELATIVES)
  // The same keys for the same place: what is drawn already stays where it is.
  const keys = useRef<string[]>([])
  const document = useMemo(() => {
    let last = 0
    return startFamily(patient, numbers, () => {
      keys.current[last] ??= crypto.randomUUID()
      last += 1
      return keys.current[last - 1] ?? ''
    })
  }, [patient, numbers])
  const { placed } = useFamilyLayout(document)
  const keyOf = useRequestKeys()
  const called = name ?? patient.lastName
  const create = useMutation({
    mutationFn: () => {
      const content = { name: called.trim(), document }
      return api.families.create({ params: { hospital }, body: { ...content, familyKey: keyOf(content) } })
    },
    onSuccess: (family) => {
      queries.setQueryData(familyOptions(hospital, family.id).queryKey, family)
      void queries.invalidateQueries({ queryKey: ['families', hospital, 'list'] })
      void navigate({ to: '/families/$id', params: { id: String(family.id) } })
    },
    onError: notifyProblem,
  })
  const isReady = called.trim() !== '' && partialDateProblem(patient.born) === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !create.isPending) create.mutate()
  }
  return (
    <>
      <PageHead
        title={texts.newFamily}
        crumbs={[
          <Link key="families" to="/families">
            {texts.families}
          </Link>,
          texts.newFamily,
        ]}
        sub={texts.startHint}
      />
      <div className={classes.columns}>
        <Card title={texts.thePatient}>
          <form onSubmit={submit} className={classes.form}>
            <div className={classes.pair}>
              <TextInput
                label={texts.firstName}
                value={patient.firstName}
                maxLength={100}
                onChange={(event) => setPatient({ ...patient, firstName: event.currentTarget.value })}
              />
              <TextInput
                label={texts.lastName}
                value={patient.lastName}
                maxLength={100}
                onChange={(event) => setPatient({ ...patient, lastName: event.currentTarget.value })}
              />
              <Select
                label={texts.gender}
                value={patient.gender}
                allowDeselect={false}
                data={genders.map(([value, label]) => ({ value, label }))}
                onChange={(chosen) => {
                  const option = genders.find(([value]) => value === chosen)
                  if (option) setPatient({ ...patient, gender: option[0] })
                }}
              />
              <CheckedField
                label={texts.born}
                value={patient.born}
                disabled={false}
                problemOf={partialDateProblem}
                onChange={(born) => setPatient({ ...patient, born })}
              />
            </div>
            <fieldset className={classes.numbers}>
              <legend>{texts.howMany}</legend>
              {texts.NUMBERS.map(([key, label]) => (
                <TextInput
                  key={key}
                  label={label}
                  inputMode="numeric"
                  placeholder="0"
                  maxLength={2}
                  value={numbers[key] === 0 ? '' : numbers[key]}
                  onChange={(event) => setNumbers({ ...numbers, [key]: countIn(event.currentTarget.value) })}
                />
              ))}
            </fieldset>
            <TextInput
              label={texts.familyName}
              description={texts.familyNameHint}
              value={called}
              required
              maxLength={100}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!isReady} loading={create.isPending}>
              {texts.openFamily}
            </Button>
          </form>
        </Card>
        <Card
          title={texts.drawing}
          sub={<span role="status">{counted(document.people.length, 'person', 'people')}</span>}
        >
          <div className={classes.viewport}>
            {placed && <FamilyDrawing placed={placed} label={texts.drawing} zoom="fit" />}
          </div>
        </Card>
      </div>
    </>
  )
}
