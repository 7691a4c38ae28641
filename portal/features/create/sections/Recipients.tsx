import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Recipient } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { personNames } from '#portal/order/choice-names.ts'
import { useField, useOrderForm } from '../draft/form-context.ts'
import { TextField } from '../fields/TextField.tsx'
import { focusField } from '../focus-field.ts'
import classes from './fields.module.css'
import * as texts from './texts.ts'

const RECIPIENTS = '/recipients'

const search = async (words: string) =>
  (await api.physicians.additionalRecipients({ query: { search: words } })).data

/** Who is sent the report besides: somebody of the user's institutions, or anybody by name and fax or e-mail. */
export function Recipients() {
  const form = useOrderForm()
  const { value: list, set, input } = useField<Recipient[]>(RECIPIENTS)
  const add = (recipient: Recipient) => set([...list, recipient])
  const addBlank = () => {
    add({ name: '', fax: '', email: '' })
    requestAnimationFrame(() => focusField(`${RECIPIENTS}/${list.length}/name`))
  }
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{texts.recipients}</legend>
      <SearchPicker
        {...input}
        path={RECIPIENTS}
        onPending={(words) => form.setPending(RECIPIENTS, words)}
        label={texts.addColleague}
        placeholder={texts.colleaguePlaceholder}
        queryKey={['recipients', form.hospitalCode]}
        search={search}
        choiceOf={(one) => {
          const name = `${one.firstName} ${one.lastName}`
          return {
            key: String(one.id),
            names: personNames(one),
            content: (
              <>
                <span className={classes.name}>{name}</span>{' '}
                <span className={classes.facts}>{one.locationName}</span>
              </>
            ),
            disabled: list.some((recipient) => recipient.name === name && recipient.email === one.email),
            pick: () => add({ name, fax: one.fax, email: one.email }),
          }
        }}
      />
      <ul className={classes.rows}>
        {list.map((recipient, index) => (
          <li key={index} className={classes.row}>
            <div className={classes.triple}>
              <TextField path={`${RECIPIENTS}/${index}/name`} />
              {/* One of the two is needed: each is optional once the other is there. */}
              <TextField
                path={`${RECIPIENTS}/${index}/fax`}
                optional={recipient.email.trim() !== ''}
                type="tel"
              />
              <TextField
                path={`${RECIPIENTS}/${index}/email`}
                optional={recipient.fax.trim() !== ''}
                type="email"
              />
            </div>
            <ActionIcon
              mt={26}
              variant="subtle"
              color="gray"
              aria-label={texts.remove(recipient.name || 'this recipient')}
              onClick={() => {
                set(list.filter((_, other) => other !== index))
                setTimeout(() => focusField(RECIPIENTS))
              }}
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
        onClick={addBlank}
      >
        {texts.addRecipient}
      </Button>
    </fieldset>
  )
}
