import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import type { InstitutionChoice } from '#contract/physicians.ts'
import { countryLine } from '#domain/addresses/in-lines.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { Card } from '#ui/Card.tsx'
import { AddressesField } from '#ui/fields/AddressesField.tsx'
import { PhonesField } from '#ui/fields/PhonesField.tsx'
import * as texts from '../texts.ts'
import { errorIn } from './error-in.ts'
import classes from './registration.module.css'
import type { Values } from './values.ts'

const institutionLine = ({ institutionCode, city, state, ...at }: InstitutionChoice) =>
  [institutionCode, [city, state, countryLine(at)].filter(Boolean).join(', ')].filter(Boolean).join(' · ')

/** The institution where the user works: found, or described so that the laboratory can add it. */
export function InstitutionCard({ form }: { form: UseFormReturn<Values> }) {
  const [kind, institution] = form.watch(['institutionKind', 'institution'])
  /** The choice was taken back, or the new one was not wanted: the search takes the focus. */
  const [again, setAgain] = useState(false)
  const change = (values: Partial<Pick<Values, 'institutionKind' | 'institution'>>) => {
    if (values.institutionKind) form.setValue('institutionKind', values.institutionKind)
    if (values.institution !== undefined) form.setValue('institution', values.institution)
    form.clearErrors(['institution', 'newInstitution'])
  }
  const searchAgain = () => {
    setAgain(true)
    change({ institutionKind: 'listed', institution: null })
  }
  if (kind === 'new') return <NewInstitutionCard form={form} searchAgain={searchAgain} />
  return (
    <Card title={texts.yourInstitutionTitle} sub={texts.institutionHint}>
      <div data-field="institution">
        {institution ? (
          <div className={classes.chosen}>
            <div>
              <div className={classes.name}>{institution.institutionName}</div>
              <div className={classes.dim}>
                {institutionLine(institution)}
                {institution.createdByUser && texts.newAddedByYou}
              </div>
            </div>
            <Button variant="default" size="xs" onClick={searchAgain}>
              {texts.chooseAnother}
            </Button>
          </div>
        ) : (
          <div className={classes.stack}>
            <SearchPicker
              path="/institution"
              label={texts.findYourInstitution}
              placeholder={texts.nameCityOrCode}
              error={form.formState.errors.institution?.message ?? null}
              onBlur={() => {}}
              autoFocus={again}
              from={2}
              queryKey={['institutions', 'search', 0]}
              search={async (search) =>
                (await api.physicians.searchInstitutions({ params: { id: 0 }, query: { search, limit: 20 } }))
                  .data
              }
              choiceOf={(found) => ({
                key: String(found.institutionId),
                names: [found.institutionCode, found.institutionName],
                content: (
                  <>
                    <span className={classes.name}>{found.institutionName}</span>{' '}
                    <span className={classes.dim}>{institutionLine(found)}</span>
                  </>
                ),
                pick: () => change({ institution: found }),
              })}
            />
            <div>
              <Button variant="default" onClick={() => change({ institutionKind: 'new' })}>
                {texts.notListed}
              </Button>
            </div>
          </div>
        )}
      </div>
    </Card>
  )
}

interface NewInstitutionCardProps {
  form: UseFormReturn<Values>
  searchAgain: () => void
}

function NewInstitutionCard({ form, searchAgain }: NewInstitutionCardProps) {
  const { control, register, formState } = form
  return (
    <Card
      title={texts.yourInstitutionTitle}
      sub={texts.newInstitutionHint}
      action={
        <Button variant="default" size="xs" onClick={searchAgain}>
          {texts.searchAgain}
        </Button>
      }
    >
      <div className={classes.stack}>
        <TextInput
          label={texts.nameOfTheInstitution}
          autoComplete="organization"
          maxLength={200}
          aria-required
          autoFocus
          error={formState.errors.newInstitution?.institutionName?.message}
          {...register('newInstitution.institutionName')}
        />
        <Controller
          control={control}
          name="newInstitution.addresses"
          render={({ field }) => (
            <div data-field={field.name}>
              <AddressesField
                label={texts.addressOfTheInstitution}
                name={field.name}
                value={field.value}
                onChange={field.onChange}
                {...errorIn(formState.errors, field.name)}
              />
            </div>
          )}
        />
        <Controller
          control={control}
          name="newInstitution.phones"
          render={({ field }) => (
            <div data-field={field.name}>
              <PhonesField
                label={texts.phoneOfTheInstitution}
                name={field.name}
                value={field.value}
                onChange={field.onChange}
                {...errorIn(formState.errors, field.name)}
              />
            </div>
          )}
        />
      </div>
    </Card>
  )
}
