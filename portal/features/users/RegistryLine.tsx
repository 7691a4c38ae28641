import { useQuery } from '@tanstack/react-query'
import { ProblemError } from '#contract/errors.ts'
import { npiOptions } from './queries.ts'
import classes from './registry-line.module.css'
import * as texts from './texts.ts'
import { sameName } from './words.ts'

/** An NPI, and what the registry says of it: to be compared by whoever approves. Silent while that is not known. */
export function RegistryLine({ person }: { person: { npi: string; firstName: string; lastName: string } }) {
  const finding = useQuery(npiOptions(person.npi))
  const unknown = finding.error instanceof ProblemError && finding.error.problem.code === 'npi-unknown'
  const { data } = finding
  return (
    <>
      <div>{person.npi}</div>
      {unknown && <div className={classes.warning}>{texts.notInRegistry}</div>}
      {data && (
        <div className={sameName(data, person) ? classes.registry : classes.warning}>
          {texts.registeredTo(data.firstName, data.lastName)}
          {data.credential && `, ${data.credential}`}
          {[data.specialty, [data.city, data.state].filter(Boolean).join(', ')]
            .filter(Boolean)
            .map((part) => ` · ${part}`)
            .join('')}
          {!sameName(data, person) && '. The name is not the same.'}
        </div>
      )}
    </>
  )
}
