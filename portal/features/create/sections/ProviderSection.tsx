import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { OrderingProviderChoice } from '#contract/physicians.ts'
import type { OrderingProvider } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { personNames } from '#portal/order/choice-names.ts'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import { FieldLabel } from '../fields/FieldLabel.tsx'
import { TextField } from '../fields/TextField.tsx'
import { focusField } from '../focus-field.ts'
import { FieldGrid } from './FieldGrid.tsx'
import classes from './fields.module.css'
import { Recipients } from './Recipients.tsx'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'
import { UrgentContact } from './UrgentContact.tsx'
import { VaStation } from './VaStation.tsx'

const PROVIDER = '/orderingProvider'
const NPI = '/orderingProvider/npi'
const LAST_NAME = '/orderingProvider/lastName'

export function ProviderSection() {
  const vob = useFormState((state) => state.document.isVOB)
  return (
    <SectionCard section="provider" sub={vob ? texts.verificationProviderHint : texts.providerHint}>
      <Provider />
      {!vob && <VaStation />}
      {!vob && <Recipients />}
      {!vob && <UrgentContact />}
    </SectionCard>
  )
}

/** One of the institution's providers, or one whose name and NPI are typed. */
function Provider() {
  const provider = useFormState((state) => state.document.orderingProvider)
  const [how, setHow] = useState<'summary' | 'search' | 'type'>(
    provider.npi === '' && provider.lastName !== '' ? 'type' : 'summary',
  )
  if (how === 'type') return <TypedProvider onSearch={() => setHow('search')} />
  if (how === 'summary' && provider.npi !== '')
    return <ProviderSummary provider={provider} onChange={() => setHow('search')} />
  return (
    <ProviderSearch
      autoFocus={how === 'search'}
      onChosen={() => {
        setHow('summary')
        // Who has gone on to another field meanwhile stays there.
        requestAnimationFrame(() => document.activeElement === document.body && focusField(NPI))
      }}
      onType={() => {
        setHow('type')
        requestAnimationFrame(() => focusField('/orderingProvider/firstName'))
      }}
    />
  )
}

function ProviderSummary({ provider, onChange }: { provider: OrderingProvider; onChange: () => void }) {
  const { input } = useField(NPI)
  const name = useField(LAST_NAME)
  const problem = input.error ?? name.input.error
  return (
    <div className={classes.row}>
      <div className={classes.grow}>
        <div className={classes.facts}>
          <FieldLabel path={PROVIDER} />
        </div>
        <div className={classes.name}>
          {provider.firstName} {provider.lastName}
        </div>
        <div className={classes.facts}>{texts.npi(provider.npi)}</div>
        {problem && (
          <div className={classes.problem} role="alert">
            {problem}
          </div>
        )}
      </div>
      <Button variant="default" size="xs" data-path={NPI} onClick={onChange}>
        {texts.change}
      </Button>
    </div>
  )
}

interface ProviderSearchProps {
  autoFocus: boolean
  onChosen: () => void
  onType: () => void
}

function ProviderSearch({ autoFocus, onChosen, onType }: ProviderSearchProps) {
  const form = useOrderForm()
  const { input } = useField(NPI)
  const choose = ({ id, firstName, lastName, npi }: OrderingProviderChoice) => {
    form.set(PROVIDER, { physicianId: id, firstName, lastName, npi })
    onChosen()
  }
  return (
    <>
      <SearchPicker
        {...input}
        path={NPI}
        onPending={(words) => form.setPending(NPI, words)}
        label={<FieldLabel path={PROVIDER} />}
        placeholder={texts.providerPlaceholder}
        queryKey={['physicians', form.hospitalCode]}
        search={async (search) =>
          (await api.physicians.orderingProviders({ query: { hospitalCode: form.hospitalCode, search } }))
            .data
        }
        choiceOf={(one) => ({
          key: String(one.id),
          names: [one.npi, ...personNames(one)],
          content: (
            <>
              <span className={classes.name}>
                {one.firstName} {one.lastName}
                {one.suffix && `, ${one.suffix}`}
              </span>{' '}
              <span className={classes.facts}>{texts.npi(one.npi)}</span>
            </>
          ),
          pick: () => choose(one),
        })}
        autoFocus={autoFocus}
      />
      <Button mt="xs" variant="default" size="xs" onClick={onType}>
        {texts.enterNameAndNpi}
      </Button>
    </>
  )
}

/** Somebody who is not in the list: what is typed belongs to nobody of the institution any more. */
function TypedProvider({ onSearch }: { onSearch: () => void }) {
  const form = useOrderForm()
  const known = useFormState((state) => state.document.orderingProvider.physicianId !== null)
  const unbind = () => known && form.set('/orderingProvider/physicianId', null)
  return (
    <fieldset className={classes.plain} onInput={unbind}>
      <legend className={classes.legend}>
        <FieldLabel path={PROVIDER} />
      </legend>
      <FieldGrid>
        <TextField path="/orderingProvider/firstName" />
        <TextField path={LAST_NAME} />
        <TextField
          path={NPI}
          label="NPI"
          inputMode="numeric"
          description={texts.registeredNameHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </FieldGrid>
      <Group mt="xs">
        <Button variant="default" size="xs" onClick={onSearch}>
          {texts.searchProviders}
        </Button>
      </Group>
    </fieldset>
  )
}
