import { dayInSpanish } from '#domain/dates/dates.ts'
import type { About, EstimateWords, StepFigures } from './estimate-words.ts'

const ABOUT = {
  deductible: 'su deducible',
  'out-of-pocket': 'su máximo anual',
  copay: 'su copago',
  coinsurance: 'su parte del costo',
  coverage: 'si cubre la prueba',
  authorization: 'si tiene que aprobar la prueba antes',
} as const satisfies Record<About, string>

const about = ({ about: one }: StepFigures) => (one ? ABOUT[one] : '')

/** In US Spanish, with the words used on insurance cards. */
export const ESTIMATE_IN_SPANISH: EstimateWords = {
  day: dayInSpanish,
  title: (tests) =>
    tests === 1
      ? 'Lo que probablemente le costará su prueba'
      : 'Lo que probablemente le costarán sus pruebas',
  severalTests: (tests) => `Para ${tests} pruebas, que se nombran abajo`,
  number: (id) => `Estimación ${id}`,
  page: (page, count) => `Página ${page} de ${count}`,
  fields: {
    patient: 'Paciente',
    born: 'Fecha de nacimiento',
    clinic: 'Clínica',
    insurance: 'Seguro médico',
    plan: 'Plan',
    asked: 'Consulta al seguro',
    made: 'Fecha de la estimación',
    counts: 'Válida hasta',
  },
  amount: {
    one: 'Usted probablemente pagará',
    between: 'Usted probablemente pagará entre',
    and: 'y',
    unknown: 'Todavía no podemos decirle una cantidad',
    uninsured: 'Precio si usted mismo lo paga',
    listPrice: 'Precio sin seguro',
  },
  because: {
    'no-tests': 'No se ha elegido ninguna prueba.',
    rejected:
      'Su seguro no respondió a nuestra pregunta sobre usted. A menudo el nombre, la fecha de nacimiento o el número de miembro están escritos allí de otra manera: compárelos con su tarjeta del seguro, y diga a su clínica qué es diferente.',
    inactive:
      'Su seguro dice que su plan no está activo. Si tiene otro plan, dígaselo a su clínica. Si no, vea abajo el precio sin seguro.',
    'coverage-unknown':
      'Su seguro no nos ha dicho que su plan esté activo. Llame al número que está en su tarjeta del seguro.',
    'no-contract':
      'Todavía no sabemos si el laboratorio está en la red de su plan, ni qué precio acepta su plan. Pregunte antes de decidir.',
    'other-payer':
      'Su seguro dice que otro seguro paga primero. Dígaselo a su clínica: entonces podremos preguntar a ese.',
    missing: 'Su seguro no nos dijo lo suficiente. Abajo se nombra lo que falta.',
  },
  notABill: {
    insured:
      'Esto es una estimación, no una factura. La cantidad puede cambiar: su seguro decide cuando recibe la factura del laboratorio, y también cuenta la atención médica que usted reciba hasta entonces.',
    uninsured:
      'Esto es una estimación, no una factura. El precio puede cambiar después de la fecha de arriba.',
  },
  how: {
    title: 'Cómo llegamos a esta cantidad',
    understood: 'Cómo entendimos a su seguro',
    most: (amount) => `Cómo podría llegar a ${amount}`,
    least: (amount) => `Cómo podría ser solo ${amount}`,
    together: 'Usted paga',
  },
  step: {
    deductible: ({ of }) => `De su deducible. El precio de su plan para esta prueba es ${of}.`,
    copay: () => 'Su copago',
    coinsurance: ({ of, rate }) => `Su parte, ${rate} de ${of} (coseguro)`,
    cap: () => 'Por encima de su máximo anual: esto lo paga su plan',
    paid: ({ of }) => `Su plan paga todo su precio de ${of}`,
    balance: ({ of }) => `La parte del precio del laboratorio de ${of} que su plan no acepta`,
    'not-covered': () => 'Su plan no cubre esta prueba: el precio completo del laboratorio',
    total: (figures) =>
      `Su seguro no dijo cuánto ha usado ya de ${about(figures)}. Contamos como si todavía no hubiera usado nada.`,
    contradictory: (figures) =>
      `Su seguro dio más de una respuesta sobre ${about(figures)}. Contamos la que le cuesta más.`,
    'dearest-first': () => 'Sus pruebas se cuentan como una sola factura, la más cara primero.',
  },
  meaning: {
    deductible: 'Deducible: lo que usted paga cada año antes de que su plan empiece a pagar.',
    copay: 'Copago: una cantidad fija que usted paga por un servicio.',
    coinsurance: 'Coseguro: la parte del precio que usted paga cuando ya ha usado su deducible.',
    cap: 'Máximo anual (máximo de gastos de bolsillo): lo más que usted paga en un año. Por encima, su plan paga todo lo que cubre.',
  },
  missing: {
    title: 'Lo que no sabemos',
    lead: 'Para saberlo, llame al número que está en su tarjeta del seguro.',
    of: {
      active: 'Si su plan está activo',
      allowed: 'El precio de su plan para la prueba',
      contract: 'Si el laboratorio está en la red de su plan, y el precio de su plan para la prueba',
      limit: 'Cuánto paga usted por encima de la cantidad hasta la que su plan paga pruebas como esta',
      'payer-order': 'Cuál de sus seguros paga primero',
      coverage: 'Si su plan cubre la prueba',
      authorization: 'Si su plan tiene que aprobar la prueba antes',
      'authorization-again': 'Si su plan todavía tiene que aprobar la prueba antes',
      deductible: 'Cuánto queda de su deducible',
      coinsurance: 'Qué parte del precio paga usted (coseguro)',
      copay: 'Si usted paga una cantidad fija (copago)',
      'copay-amount': 'De cuánto es su copago',
      'out-of-pocket': 'Cuánto puede pagar todavía este año antes de que su plan lo pague todo',
    },
  },
  authorization: {
    title: 'Aprobación de su seguro',
    yes: 'Su seguro quiere aprobar esto antes de que el laboratorio empiece. Su clínica lo solicita. Sin la aprobación, puede que no pague nada.',
    no: 'Su seguro no tiene que aprobar esto antes.',
    unknown: 'No sabemos si su seguro tiene que aprobar esto antes. Su clínica puede preguntar.',
  },
  outOfNetwork: {
    title: 'El laboratorio no está en la red de su plan',
    words:
      'Por eso puede que usted pague más que de costumbre. Pregunte a su seguro si hace una excepción, y a su clínica si otro laboratorio puede hacer la prueba.',
  },
  changes: {
    title: 'Lo que podría cambiar esta cantidad',
    of: {
      'in-network': () => 'En la red de su plan valen otros precios, y no se les añade nada.',
      'deductible-met': (amount) => `Cuando haya usado todo su deducible del año, pagaría ${amount}.`,
      'deductible-partly-met': () => 'Si ya ha usado una parte de su deducible, pagará menos.',
      'maximum-reached': (amount) => `Cuando haya llegado a su máximo anual, pagaría ${amount}.`,
      'authorization-refused': (amount) =>
        `Si su seguro no lo aprueba, puede que no pague nada: usted podría deber hasta ${amount}.`,
      'no-surprises': () =>
        'Si le toman la muestra en un hospital o centro de cirugía de la red de su plan, la ley (No Surprises Act) le protege: usted no paga más que si el laboratorio estuviera en la red.',
      limited: () =>
        'Su seguro paga pruebas como esta solo hasta un límite. Si ya se ha usado, usted pagará más.',
      'other-payer': () =>
        'Parece que usted tiene otro seguro. Puede que pague una parte: dígaselo a su clínica.',
      'self-pay': (amount) => `Si no usa su seguro, el precio es ${amount}.`,
    },
  },
  selfPay: {
    title: 'Pagar sin seguro',
    cheaper: (amount) =>
      `Sin su seguro el precio es ${amount}. Es menos que su parte con el seguro, pero no cuenta para su deducible ni para su máximo anual.`,
    same: (amount) => `Sin su seguro el precio es ${amount}: lo mismo que con él.`,
    dearer: (amount) => `Sin su seguro el precio es ${amount}: más que con él.`,
    unknown: (amount) => `Sin su seguro el precio es ${amount}.`,
  },
  assistance: {
    title: 'Ayuda con el costo',
    lead: 'Si en su hogar no hay más ingresos al año que estos, usted paga menos. Pregunte al laboratorio.',
    people: ['1 persona', '2 personas', '3 personas', '4 personas'],
    most: 'Paga como máximo',
    contactWords: 'pregúntenos',
  },
  codes: {
    insured: 'Códigos (CPT) que su seguro puede pedirle:',
    uninsured: 'Pruebas, con sus códigos (CPT):',
  },
  questions: {
    title: '¿Preguntas?',
    laboratory: (name, phone) => `Sobre esta estimación, o ayuda para pagar: ${name}, ${phone}.`,
    insurance: 'Sobre su plan: el número de teléfono que está en su tarjeta del seguro.',
  },
}
