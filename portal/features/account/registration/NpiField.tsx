import { Button, TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ERRORS, ProblemError } from '#contract/errors.ts'
import type { NpiFinding } from '#contract/physicians.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { registeredNameRefusal } from '#domain/npi/registered-name.ts'
import { npiOptions } from '#portal/features/users/public.ts'
import * as texts from '../texts.ts'
import classes from './registration.module.css'
import { NO_NPI } from './values.ts'

interface Name {
  firstName: string
  lastName: string
}

interface NpiFieldProps {
  label: string
  name: string
  value: string
  onChange: (npi: string) => void
  error: string | undefined
  /** As typed: to be compared with the registered one. */
  typed: Name
  /** Whose name it is: 'your' or 'the provider’s'. */
  possessive: string
  /** Left out for one's own: a person does not become another one by a click. */
  takeName?: (name: Name) => void
}

/** An NPI: its check digit is looked at as soon as it is whole, and then the registry says whose it is. */
export function NpiField(props: NpiFieldProps) {
  const { value, onChange } = props
  const answerId = useId()
  const isComplete = isNpi(value)
  const finding = useQuery({ ...npiOptions(value), enabled: isComplete })
  const unknown = finding.error instanceof ProblemError && finding.error.problem.code === 'npi-unknown'
  const immediateError =
    value.length === 10 && !isComplete ? NO_NPI : unknown ? ERRORS['npi-unknown'][1] : undefined
  return (
    <div>
      <TextInput
        label={props.label}
        description={texts.tenDigits}
        name={props.name}
        classNames={{ wrapper: classes.short ?? '' }}
        inputMode="numeric"
        autoComplete="off"
        aria-required
        aria-describedby={answerId}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 10))}
        error={props.error ?? immediateError}
      />
      <div id={answerId} role="status">
        {isComplete && finding.isPending && <p className={classes.dim}>{texts.checkingTheNpiRegistry}</p>}
        {finding.isError && !unknown && <p className={classes.warning}>{texts.registryUnavailable}</p>}
        {finding.data && <Registered finding={finding.data} {...props} />}
      </div>
    </div>
  )
}

/** Whose number it is, and whether that is the name that was typed. */
function Registered({ finding, typed, possessive, takeName }: NpiFieldProps & { finding: NpiFinding }) {
  const { npi, credential, specialty, state } = finding
  const firstName = toTitleCase(finding.firstName)
  const lastName = toTitleCase(finding.lastName)
  const city = toTitleCase(finding.city)
  const name = [`${firstName} ${lastName}`, credential].filter(Boolean).join(', ')
  const rest = [specialty, [city, state].filter(Boolean).join(', ')].filter(Boolean).join(' · ')
  const typedName = `${typed.firstName} ${typed.lastName}`.trim()
  // Former names stay in the registry: the server knows them too, so that this is no refusal yet.
  const record = {
    ...{ npi, firstName, lastName, credential, city, state, middleName: '', otherNames: [] },
    ...{ kind: 'person' as const, active: true, taxonomies: [] },
  }
  const same = registeredNameRefusal(typed, record) === null
  return (
    <div className={classes.answer}>
      <div>
        {texts.registeredTo} <strong>{name}</strong>
      </div>
      <div className={classes.dim}>{rest}</div>
      {same ? (
        <div className={classes.match}>
          <IconCheck size={16} aria-hidden /> {texts.nameMatches}
        </div>
      ) : (
        <>
          <p className={classes.warning}>
            {texts.correctNumber(
              typedName === '' ? 'No name was entered.' : `You entered ${typedName}.`,
              possessive,
            )}
          </p>
          {takeName && (
            <Button variant="default" size="xs" mt="xs" onClick={() => takeName({ firstName, lastName })}>
              {texts.useTheRegisteredName}
            </Button>
          )}
        </>
      )}
    </div>
  )
}

/** The registry writes in capitals: O'NEILL is O'Neill. Its own mixed case stays. */
function toTitleCase(name: string): string {
  if (name !== name.toUpperCase()) return name
  return name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
}
