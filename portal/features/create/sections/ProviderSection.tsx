import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { OrderingProviderChoice } from '#contract/physicians.ts'
import type { OrderingProvider, Recipient } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import { FieldLabel } from '../fields/FieldLabel.tsx'
import { SearchPicker } from '../fields/SearchPicker.tsx'
import { TextField } from '../fields/TextField.tsx'
import { focusField } from '../focus-field.ts'
import classes from './fields.module.css'
import { SectionCard } from './SectionCard.tsx'

const PROVIDER = '/orderingProvider'
const NPI = '/orderingProvider/npi'
const RECIPIENTS = '/recipients'

export function ProviderSection() {
  return (
    <SectionCard
      section="provider"
      sub="Who is responsible for the order, and who is sent the report besides."
    >
      <Provider />
      <Recipients />
    </SectionCard>
  )
}

function Provider() {
  const form = useOrderForm()
  const provider = useFormState((state) => state.document.orderingProvider)
  const { input } = useField(NPI)
  const [changing, setChanging] = useState(false)
  const choose = ({ id, firstName, lastName, npi }: OrderingProviderChoice) => {
    const chosen: OrderingProvider = { physicianId: id, firstName, lastName, npi }
    form.set(PROVIDER, chosen)
    setChanging(false)
  }
  if (provider.npi !== '' && !changing)
    return (
      <div className={classes.row}>
        <div className={classes.grow}>
          <div className={classes.facts}>{<FieldLabel path={PROVIDER} />}</div>
          <div className={classes.name}>
            {provider.firstName} {provider.lastName}
          </div>
          <div className={classes.facts}>NPI {provider.npi}</div>
          {input.error && (
            <div className={classes.problem} role="alert">
              {input.error}
            </div>
          )}
        </div>
        <Button variant="default" size="xs" data-path={NPI} onClick={() => setChanging(true)}>
          Change
        </Button>
      </div>
    )
  return (
    <SearchPicker
      {...input}
      path={NPI}
      label={<FieldLabel path={PROVIDER} />}
      placeholder="Name or NPI of a provider of your institution"
      queryKey={['physicians', form.hospitalCode]}
      search={async (search) =>
        (await api.physicians.orderingProviders({ query: { hospitalCode: form.hospitalCode, search } })).data
      }
      choiceOf={(one) => ({
        key: String(one.id),
        content: (
          <>
            <span className={classes.name}>
              {one.firstName} {one.lastName}
              {one.suffix && `, ${one.suffix}`}
            </span>{' '}
            <span className={classes.facts}>NPI {one.npi}</span>
          </>
        ),
        pick: () => choose(one),
      })}
      autoFocus={changing}
    />
  )
}

function Recipients() {
  const { value: list, set } = useField<Recipient[]>(RECIPIENTS)
  const add = () => {
    set([...list, { name: '', fax: '', email: '' }])
    requestAnimationFrame(() => focusField(`${RECIPIENTS}/${list.length}/name`))
  }
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>Recipients</legend>
      <ul className={classes.rows}>
        {list.map((recipient, index) => (
          <li key={index} className={classes.row}>
            <div className={classes.triple}>
              <TextField path={`${RECIPIENTS}/${index}/name`} />
              <TextField path={`${RECIPIENTS}/${index}/fax`} optional type="tel" />
              <TextField path={`${RECIPIENTS}/${index}/email`} optional type="email" />
            </div>
            <ActionIcon
              mt={26}
              variant="subtle"
              color="gray"
              aria-label={`Remove ${recipient.name || 'this recipient'}`}
              onClick={() => set(list.filter((_, other) => other !== index))}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <Button
        mt="sm"
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        Add recipient
      </Button>
    </fieldset>
  )
}
