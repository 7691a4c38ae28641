import { lazy, Suspense } from 'react'
import { relativesNeeded } from '#domain/orders/family.ts'
import { parentageLines } from '#domain/orders/subject-lines.ts'
import { useFormState } from '../../draft/form-context.ts'
import { Fold } from '../../fields/Fold.tsx'
import fields from '../fields.module.css'
import * as texts from '../texts.ts'

// Few orders need them.
const ParentageFields = lazy(async () => ({
  default: (await import('./ParentageFields.tsx')).ParentageFields,
}))

/** The genetic parents: folded away, and only in an order with relatives, of a family test, or once it is asked for. */
export function GeneticParents() {
  const document = useFormState((state) => state.document)
  const isFamilyTest = useFormState(({ tests }) => relativesNeeded(tests) > 0)
  const { isVOB, parentage, patients } = document
  if (isVOB || !(isFamilyTest || parentage || patients.length > 1)) return null
  const given = parentageLines(document).map(([, value]) => value)
  return (
    <div className={fields.more}>
      <Fold
        title={texts.geneticParents}
        paths={['/parentage']}
        filled={given.length === 0 ? null : given.join(', ')}
        isLazy
      >
        <Suspense>
          <ParentageFields />
        </Suspense>
      </Fold>
    </div>
  )
}
