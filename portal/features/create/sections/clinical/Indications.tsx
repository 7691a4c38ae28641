import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Indication } from '#domain/orders/document.ts'
import { api } from '#portal/api.ts'
import { FavoriteStar, useFavoriteCodes } from '#portal/features/profile/public.ts'
import { SearchPicker } from '#portal/fields/SearchPicker.tsx'
import { codeNames } from '#portal/order/choice-names.ts'
import { ChartDiagnoses } from '../../chart/ChartDiagnoses.tsx'
import { diagnosisDayOf } from '../../draft/diagnosis-day.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { focusField } from '../../focus-field.ts'
import { readIndication } from '../../read-indication.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import { OfferedCodes } from './OfferedCodes.tsx'

const LIST = '/indicationsForTesting'

/** Why the test is done, by ICD-10-CM code: found by code or words, or chosen from the favorites. */
export function Indications() {
  const { value: list, set, input } = useField<Indication[]>(LIST)
  const { favorites, toggle } = useFavoriteCodes()
  const form = useOrderForm()
  const on = useFormState(diagnosisDayOf)
  const search = (keywords: string) => api.catalogue.icd10({ query: { keywords, top: 20, on } })
  const add = (indication: Indication) => set([...list, indication])
  const choiceOf = (found: Indication) => ({
    key: found.code,
    names: codeNames(found),
    content: (
      <>
        <span className={classes.name}>{found.code}</span> {found.description}
      </>
    ),
    disabled: list.some((one) => one.code === found.code),
    pick: () => add(found),
  })
  return (
    <>
      <ChartDiagnoses />
      <SearchPicker
        {...input}
        path={LIST}
        onPending={(words) => form.setPending(LIST, words)}
        label={<FieldLabel path={LIST} />}
        placeholder={texts.indicationPlaceholder}
        queryKey={['catalogue', 'icd10', on]}
        search={search}
        from={2}
        suggested={{ title: texts.favorites, choices: (favorites ?? []).map(choiceOf) }}
        choiceOf={choiceOf}
        ownChoice={(words) => {
          const own = readIndication(words)
          return {
            key: 'own words',
            content: texts.addAsTyped(words),
            pick: () => add(own),
          }
        }}
      />
      {list.length > 0 && (
        <ul className={classes.rows} aria-label={texts.indicationsOfOrder}>
          {list.map((indication, index) => (
            <li key={index} className={classes.row}>
              <div className={classes.pair}>
                <TextField
                  path={`${LIST}/${index}/code`}
                  label={texts.icd10Code}
                  format={(code) => code.toUpperCase()}
                />
                <TextField path={`${LIST}/${index}/description`} label={texts.description} />
                <OfferedCodes
                  indication={indication}
                  pick={(instead) => {
                    set(list.map((one, other) => (other === index ? instead : one)))
                    setTimeout(() => focusField(`${LIST}/${index}/code`))
                  }}
                />
              </div>
              {indication.code !== '' && (
                <FavoriteStar
                  mt={26}
                  name={indication.code}
                  favorite={favorites?.some(({ code }) => code === indication.code)}
                  onToggle={() => toggle(indication)}
                />
              )}
              <ActionIcon
                mt={26}
                variant="subtle"
                color="gray"
                aria-label={texts.remove(indication.code || indication.description || 'this indication')}
                onClick={() => {
                  set(list.filter((_, other) => other !== index))
                  setTimeout(() => focusField(LIST))
                }}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
