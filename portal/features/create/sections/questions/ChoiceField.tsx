import { Button, Checkbox, Group, MultiSelect, Radio, Select, Stack, TextInput } from '@mantine/core'
import type { AnswerValue } from '#domain/orders/answers.ts'
import { MOST_CHARACTERS } from '#domain/questions/check.ts'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import * as formTexts from '../texts.ts'
import * as texts from './texts.ts'
import { type AskedQuestion, useAnswer } from './use-answer.ts'

/** More options than these are a list to open and search. */
const MOST_VISIBLE = 8

/** Yes or no, one of several options, or several; an open choice besides in the person's own words. */
export function ChoiceField({ asked }: { asked: AskedQuestion }) {
  const { item } = asked
  const { path, values, set, input } = useAnswer(asked)
  const chosen = values.filter((value) => value.isOwnWords !== true)
  const own = values.find((value) => value.isOwnWords === true)?.value ?? ''
  const options =
    item.type === 'boolean'
      ? [
          { code: 'true', display: formTexts.yes },
          { code: 'false', display: formTexts.no },
        ]
      : (item.options ?? [])
  const choose = (codes: readonly string[], words = item.repeats ? own : '') =>
    set([
      ...codes.map((value): AnswerValue => ({ value })),
      ...(words === '' ? [] : [{ value: words, isOwnWords: true }]),
    ])
  const codes = chosen.map(({ value }) => value)
  const shared = {
    ...input,
    label: <FieldLabel path={path} optional={!item.required} words={item.text} />,
  }
  const data = options.map(({ code, display }) => ({ value: code, label: display }))
  const isLong = options.length > MOST_VISIBLE
  return (
    <Stack gap="xs">
      {item.repeats ? (
        isLong ? (
          <MultiSelect
            {...shared}
            searchable
            clearable
            data={data}
            value={codes}
            onChange={(next) => choose(next)}
          />
        ) : (
          <Checkbox.Group {...shared} value={codes} onChange={(next) => choose(next)}>
            <Stack gap="xs" mt={6}>
              {options.map(({ code, display }) => (
                <Checkbox key={code} value={code} label={display} />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      ) : isLong ? (
        <Select
          {...shared}
          searchable
          clearable={!item.required}
          placeholder={texts.chooseOne}
          data={data}
          value={codes[0] ?? null}
          onChange={(next) => choose(next === null ? [] : [next])}
        />
      ) : (
        <Radio.Group {...shared} value={codes[0] ?? ''} onChange={(next) => choose([next])}>
          <Group gap="lg" mt={6}>
            {options.map(({ code, display }) => (
              <Radio key={code} value={code} label={display} />
            ))}
            {codes.length > 0 && !item.required && (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={texts.clearAnswer(item.text)}
                onClick={() => choose([])}
              >
                {texts.clear}
              </Button>
            )}
          </Group>
        </Radio.Group>
      )}
      {item.type === 'open-choice' && (
        <TextInput
          aria-label={`${item.text} ${texts.ownWords}`}
          placeholder={texts.ownWords}
          autoComplete="off"
          maxLength={item.maxLength ?? MOST_CHARACTERS}
          value={own}
          onBlur={input.onBlur}
          onChange={(event) => choose(item.repeats ? codes : [], event.currentTarget.value)}
        />
      )}
    </Stack>
  )
}
