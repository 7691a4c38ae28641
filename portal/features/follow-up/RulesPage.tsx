import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { followUpRoutes } from '#contract/follow-up.ts'
import type { ReplyOf } from '#contract/route.ts'
import { INITIAL_RECLASSIFICATION_RULES, MOST_TRIES } from '#domain/follow-up/reclassification.ts'
import { DAY_RULES, MOST_DAYS } from '#domain/follow-up/rules.ts'
import { ROLE_WORDS } from '#domain/users/role-words.ts'
import { api } from '#portal/api.ts'
import { fieldErrorsOf, fieldName, focusFirst, showRefusal, wrongFields } from '#portal/forms.ts'
import { NotFoundPage } from '#portal/frame/RouteProblems.tsx'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { showInstant } from '#ui/dates.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { PageHead } from '#ui/PageHead.tsx'
import classes from './follow-up.module.css'
import { colleaguesOptions, rulesOptions } from './queries.ts'
import { contactOf, ROLES, rulesBody } from './rules-body.ts'
import * as texts from './texts.ts'

/** By when reports must be acknowledged and reclassifications seen through, and who is told if they are not: for who manages the institution's users. */
export default function RulesPage() {
  const { can, institution } = useSession()
  const query = useQuery({ ...rulesOptions(institution.code), enabled: can('CreateUser') })
  const colleagues = useQuery({ ...colleaguesOptions(institution.code), enabled: can('CreateUser') })
  const missing = [query, colleagues].find(({ data, isError }) => isError && !data)
  if (!can('CreateUser')) return <NotFoundPage />
  return (
    <>
      <PageHead
        title={texts.rulesTitle}
        crumbs={[
          can('ViewOrder') ? (
            <Link key="list" to="/follow-up">
              {texts.followUp}
            </Link>
          ) : (
            texts.followUp
          ),
          texts.rulesTitle,
        ]}
        sub={texts.rulesHint(institution.name)}
      />
      {/* Together: a select keeps only a value that is among its options when the form begins. */}
      {query.data && colleagues.data ? (
        <Rules key={institution.code} saved={query.data} colleagues={colleagues.data} />
      ) : (
        missing && <ErrorState problem={missing.error} retry={() => missing.refetch()} />
      )}
    </>
  )
}

type Saved = ReplyOf<(typeof followUpRoutes)['rules']>

/** A number that is typed, with the message of every fault. */
const typedNumber = (min: number, max: number, error: string) =>
  z
    .string()
    .trim()
    .min(1, error)
    .pipe(z.coerce.number<string>({ error }).int(error).min(min, error).max(max, error))
const filled = typedNumber(0, MOST_DAYS, texts.enterDays)
/** The form: whom to tell is one choice, `role SuperUser` or `user 12`. */
const shape = z.object({
  days: z.object({
    ...{ changed: filled, positive: filled, uncertain: filled, 'not-stated': filled, negative: filled },
  }),
  supportDays: filled,
  reclassification: z.object({
    ...{ ordererDays: filled, patientDays: filled },
    tries: typedNumber(1, MOST_TRIES, texts.enterTries),
  }),
  contact: z.string(),
})

const RECLASSIFICATION_FIELDS = ['ordererDays', 'patientDays', 'tries'] as const

const fieldOf = (pointer: string) => (pointer.startsWith('/escalateTo') ? 'contact' : fieldName(pointer))

/** Whom the rules name is among them, also once they can't see the orders: what is saved is what the form shows. */
function peopleOf({ escalateTo }: Saved['rules'], colleagues: RulesProps['colleagues']) {
  const saved = 'userId' in escalateTo ? escalateTo.userId : null
  const isListed = saved === null || colleagues.some(({ id }) => id === saved)
  const all = isListed ? colleagues : [...colleagues, { id: saved, name: texts.formerContact }]
  return all.map(({ id, name }) => ({ value: `user ${id}`, label: name }))
}

interface RulesProps {
  saved: Saved
  colleagues: ReplyOf<(typeof followUpRoutes)['colleagues']>
}

function Rules({ saved: { rules, changed }, colleagues }: RulesProps) {
  const { institution } = useSession()
  const queries = useQueryClient()
  const formRef = useRef<HTMLFormElement>(null)
  const text = (days: number) => String(days)
  const { ordererDays, patientDays, tries } = rules.reclassification ?? INITIAL_RECLASSIFICATION_RULES
  const form = useForm<z.input<typeof shape>, unknown, z.output<typeof shape>>({
    resolver: zodResolver(shape),
    values: {
      days: {
        ...{ changed: text(rules.days.changed), positive: text(rules.days.positive) },
        ...{ uncertain: text(rules.days.uncertain), 'not-stated': text(rules.days['not-stated']) },
        negative: text(rules.days.negative),
      },
      supportDays: text(rules.supportDays),
      reclassification: {
        ...{ ordererDays: text(ordererDays), patientDays: text(patientDays), tries: text(tries) },
      },
      contact: contactOf(rules),
    },
    // A colleague's save, which is fetched meanwhile, must not undo what is typed here.
    resetOptions: { keepDirtyValues: true },
    shouldFocusError: false,
  })
  const focus = (names: readonly string[]) => formRef.current && focusFirst(formRef.current, names)
  const save = useMutation({
    mutationFn: (values: z.output<typeof shape>) =>
      api.followUp.setRules({ params: { h: institution.code }, body: rulesBody(values) }),
    onSuccess: () => {
      form.reset(form.getValues(), { keepDirtyValues: false })
      notifySuccess(texts.rulesSaved)
    },
    onError: (error) => fieldErrorsOf(error).length === 0 && notifyProblem(error),
    onSettled: (_, error) => (error ? undefined : queries.invalidateQueries(rulesOptions(institution.code))),
  })
  useEffect(() => {
    if (save.error) focus(showRefusal(form, save.error, fieldOf))
  }, [save.error])
  const { errors } = form.formState
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={form.handleSubmit(
        (values) => save.mutate(values),
        (wrong) => void focus(wrongFields(wrong).map(({ name }) => name)),
      )}
    >
      <fieldset className={classes.rules} disabled={save.isPending}>
        <Card title={texts.daysTitle} sub={texts.daysHint}>
          <div className={classes.days}>
            {DAY_RULES.map((rule) => (
              <TextInput
                key={rule}
                label={texts.DAY_LABELS[rule]}
                inputMode="numeric"
                maxLength={3}
                error={errors.days?.[rule]?.message}
                {...form.register(`days.${rule}`)}
              />
            ))}
          </div>
        </Card>
        <Card title={texts.reclassificationTitle} sub={texts.reclassificationHint}>
          <div className={classes.days}>
            {RECLASSIFICATION_FIELDS.map((field) => (
              <TextInput
                key={field}
                label={texts.RECLASSIFICATION_LABELS[field]}
                inputMode="numeric"
                maxLength={3}
                error={errors.reclassification?.[field]?.message}
                {...form.register(`reclassification.${field}`)}
              />
            ))}
          </div>
        </Card>
        <Card title={texts.escalationTitle} sub={texts.escalationHint}>
          <div className={classes.days}>
            <NativeSelect
              label={texts.escalateTo}
              error={errors.contact?.message}
              data={[
                ...ROLES.map((role) => ({
                  value: `role ${role}`,
                  label: texts.everyoneWithRole(ROLE_WORDS[role].name),
                })),
                ...peopleOf(rules, colleagues),
              ]}
              {...form.register('contact')}
            />
            <TextInput
              label={texts.supportDays}
              inputMode="numeric"
              maxLength={3}
              error={errors.supportDays?.message}
              {...form.register('supportDays')}
            />
          </div>
        </Card>
        <Group>
          <Button type="submit" loading={save.isPending}>
            {texts.saveRules}
          </Button>
          <span className={classes.changed}>
            {changed ? texts.changedBy(changed.by, showInstant(changed.at)) : texts.neverChanged}
          </span>
        </Group>
      </fieldset>
    </form>
  )
}
