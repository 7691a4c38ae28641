import { type HgvsLevel, readHgvs } from '#domain/hgvs/hgvs.ts'
import { useField } from '../../../draft/form-context.ts'
import { TextField } from '../../../fields/TextField.tsx'
import * as texts from './texts.ts'

interface HgvsFieldProps {
  path: string
  levels: readonly HgvsLevel[]
  optional: boolean
  example: string
}

/** An expression in HGVS. What its reading says is below it as one types; once it is left, the rules' error is. */
export function HgvsField({ path, levels, optional, example }: HgvsFieldProps) {
  const { value, input } = useField<string>(path)
  return (
    <TextField
      path={path}
      optional={optional}
      placeholder={example}
      spellCheck={false}
      autoCapitalize="off"
      description={input.error === null ? readingOf(value, levels) : null}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

function readingOf(text: string, levels: readonly HgvsLevel[]): string | null {
  if (text.trim() === '') return null
  const read = readHgvs(text)
  if (read.kind === 'invalid') return texts.notYet(read.problem)
  if (!levels.includes(read.level)) return texts.otherField
  return read.notes.length === 0 ? texts.understood : texts.understoodWith(read.notes.join('; '))
}
