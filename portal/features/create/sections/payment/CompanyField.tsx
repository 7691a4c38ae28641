import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { findPayer } from '#domain/coverage/payer.ts'
import { payersLike, payersOptions } from '#portal/features/coverage/public.ts'
import { useField } from '../../draft/form-context.ts'
import { maxLengthAt } from '../../draft/max-length.ts'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

/** The insurance company of the insurance at `at`: one that the laboratory knows, by name or alias, or whatever is on the card. */
export function CompanyField({ at }: { at: string }) {
  const path = `${at}/company`
  const { value, set, input } = useField<string>(path)
  const { value: kind, set: setKind } = useField<string>(`${at}/kind`)
  const { data: payers = [] } = useQuery(payersOptions)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const maxLength = maxLengthAt(path)
  const found = payersLike(payers, value)
  const type = (company: string) => {
    const [before, now] = [findPayer(payers, value), findPayer(payers, company)]
    set(company)
    // The laboratory knows which kind of insurance it is; of another company it does not. A kind that the user chose is kept.
    if (now !== before && ['', before?.kind].includes(kind)) setKind(now?.kind ?? '')
  }
  const choose = (company: string) => {
    set(company)
    setKind(findPayer(payers, company)?.kind ?? '')
  }
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(name) => {
        choose(name)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <TextInput
          {...input}
          label={<FieldLabel path={path} />}
          aria-required
          autoComplete="off"
          {...(maxLength === undefined ? {} : { maxLength })}
          value={value}
          onChange={(event) => {
            type(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            input.onBlur()
          }}
          onKeyDown={(event) => {
            // Enter chooses; it never sends the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options mah={260} className={classes.scrolled} aria-label={texts.payers}>
          {found.map(({ payer, alias }) => (
            <Combobox.Option key={payer.id} value={payer.name}>
              <div className={classes.name}>{payer.name}</div>
              {(alias || !payer.isElectronic) && (
                <div className={classes.facts}>
                  {[alias && texts.alsoKnownAs(alias), !payer.isElectronic && texts.phoneOnly]
                    .filter(Boolean)
                    .join(' · ')}
                </div>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
