import postgres from 'postgres'

/** Tables that a refused request may write: its refusal is audited, and a wrong code of a family counts as a guess. */
const MAY_WRITE = ['audit_event', 'cascade_guess']

/** Sees every committed row, whoever writes it: what is rolled back leaves no trace here. */
export interface Witness {
  /** The tables written since the last call. */
  newFindings(): Promise<string[]>
  /** Restores every user's initial state, roles and institutions. */
  revive(): Promise<void>
  end(): Promise<void>
}

export async function witness(url: string): Promise<Witness> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`
    create schema fuzz;
    create table fuzz.written (id bigint generated always as identity primary key, name text not null);
    create function fuzz.note() returns trigger language plpgsql security definer as $$
      begin insert into fuzz.written (name) values (tg_table_name); return null; end $$;
    do $$ declare one text; begin
      for one in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and not c.relispartition and not c.relname = any (array['${MAY_WRITE.join("', '")}']) loop
        execute format('create trigger zzz_fuzz after insert or update or delete on public.%I for each row execute function fuzz.note()', one);
      end loop;
    end $$;
    create table fuzz.membership as table membership;
    create table fuzz.customer_role as table customer_role;
    create table fuzz.physician as select id, terms_version, terms_accepted_at, attested_at from physician;`)
  let last = 0
  async function newFindings() {
    const rows = await sql<{ name: string; last: string }[]>`
        select name, max(id) as last from fuzz.written where id > ${last} group by name`
    last = Math.max(last, ...rows.map((row) => Number(row.last)))
    return rows.map(({ name }) => name)
  }
  return {
    newFindings,
    async revive() {
      await sql.unsafe(`
        begin;
        set local session_replication_role = replica;
        delete from customer_role where physician_id in (select id from fuzz.physician);
        delete from membership where physician_id in (select id from fuzz.physician);
        insert into membership overriding system value select * from fuzz.membership;
        insert into customer_role overriding system value select * from fuzz.customer_role;
        update physician p set terms_version = b.terms_version, terms_accepted_at = b.terms_accepted_at,
          attested_at = b.attested_at from fuzz.physician b where b.id = p.id;
        commit`)
      await newFindings()
    },
    end: () => sql.end(),
  }
}
