-- A Coretet project: tables, constraints and row-level rules.
drop schema if exists public cascade;
drop schema if exists auth cascade;
create schema public;
create schema auth;

do $$
begin
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role anon nologin;
    create role authenticated nologin;
    create role service_role nologin bypassrls;
    create role authenticator login noinherit;
    grant anon, authenticated, service_role to authenticator;
  end if;
end $$;
grant usage on schema public, auth to anon, authenticated, service_role;

-- Sign-ins

create table auth.settings (frozen timestamptz, skew interval not null default '0');
insert into auth.settings default values;

-- The clock of the server, which a test sets.
create function auth.clock() returns timestamptz language sql volatile security definer as
  $$ select coalesce(frozen, clock_timestamp()) + skew from auth.settings $$;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text unique not null,
  password text not null,
  email_confirmed_at timestamptz);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade);

create table auth.refresh_tokens (
  id bigserial primary key,
  token text unique not null,
  session_id uuid not null references auth.sessions on delete cascade,
  revoked timestamptz);

create function auth.claims() returns jsonb language sql stable as
  $$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $$;
create function auth.uid() returns uuid language sql stable as
  $$ select (auth.claims() ->> 'sub')::uuid $$;
create function auth.email() returns text language sql stable as
  $$ select lower(auth.claims() ->> 'email') $$;

-- Tables

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  email text not null,
  username text,
  display_name text,
  storage_used bigint default 0,
  storage_limit bigint default 1073741824,
  is_active boolean default true,
  created_at timestamptz default auth.clock());

create table public.tracks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null,
  file_name text,
  file_size bigint,
  storage_path text,
  duration real,
  category text,
  tags text[] default '{}',
  artist text, collection text, key text, tempo int, time_signature text, mood text, genre text,
  notes text, tuning text, lyrics text,
  listened boolean default false, liked boolean default false, loved boolean default false,
  primary_track_id uuid references public.tracks on delete set null,
  deleted_at timestamptz,
  created_at timestamptz default auth.clock(),
  updated_at timestamptz default auth.clock());

create table public.playlists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  name text not null,
  description text,
  created_at timestamptz default auth.clock(),
  updated_at timestamptz default auth.clock());

create table public.playlist_tracks (
  id uuid primary key default gen_random_uuid(),
  playlist_id uuid not null references public.playlists on delete cascade,
  track_id uuid not null references public.tracks on delete cascade,
  position int not null,
  added_at timestamptz default auth.clock(),
  unique (playlist_id, track_id));

create table public.collaborators (
  id uuid primary key default gen_random_uuid(),
  email text unique not null,
  name text not null,
  password_hash text not null,
  created_at timestamptz default auth.clock(),
  last_login timestamptz);

create table public.collaborator_sessions (
  id uuid primary key default gen_random_uuid(),
  collaborator_id uuid not null references public.collaborators on delete cascade,
  token text unique not null,
  expires_at timestamptz not null);

create table public.playlist_shares (
  id uuid primary key default gen_random_uuid(),
  playlist_id uuid not null references public.playlists on delete cascade,
  shared_by uuid not null references auth.users on delete cascade,
  shared_with_email text not null check (shared_with_email = lower(shared_with_email)),
  collaborator_id uuid references public.collaborators on delete cascade,
  status text not null check (status in ('pending', 'active', 'revoked')),
  can_edit boolean not null default false,
  can_rate boolean not null default true,
  invited_at timestamptz default auth.clock(),
  accepted_at timestamptz,
  created_at timestamptz default auth.clock(),
  share_token uuid unique default gen_random_uuid(),
  unique (playlist_id, shared_with_email));

create table public.user_track_ratings (
  track_id uuid not null references public.tracks on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  rating text not null check (rating in ('listened', 'liked', 'loved')),
  updated_at timestamptz not null default auth.clock(),
  unique (track_id, user_id));

create table public.track_ratings (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null references public.tracks on delete cascade,
  playlist_id uuid not null references public.playlists on delete cascade,
  collaborator_id uuid not null references public.collaborators on delete cascade,
  rating text not null check (rating in ('listened', 'liked', 'loved')),
  rated_at timestamptz default auth.clock(),
  unique (track_id, playlist_id, collaborator_id));

create table public.track_comments (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null references public.tracks on delete cascade,
  playlist_id uuid not null references public.playlists on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  content text not null check (char_length(content) between 1 and 2000),
  created_at timestamptz default auth.clock(),
  updated_at timestamptz default auth.clock(),
  unique (track_id, playlist_id, user_id, content));

create function public.note_change() returns trigger language plpgsql as $$
begin
  new.updated_at := auth.clock();
  return new;
end $$;
create trigger changed before update on public.track_comments
  for each row execute function public.note_change();

-- Who may what; as functions that see all rows, since rules that read each other never end, and of
-- whole sets, since PostgreSQL asks for each row else.

create function public.current_collaborator() returns uuid language sql stable as
  $$ select nullif(current_setting('app.current_collaborator_id', true), '')::uuid $$;

create function public.my_lists() returns setof uuid language sql stable security definer as
  $$ select id from playlists where user_id = auth.uid() $$;

create function public.shared_lists(may_edit boolean, may_rate boolean) returns setof uuid
language sql stable security definer as $$
  select playlist_id from playlist_shares
  where status = 'active'
    and (shared_with_email = auth.email() or collaborator_id = current_collaborator())
    and (can_edit or not may_edit) and (can_rate or not may_rate)
$$;

create function public.heard_lists() returns setof uuid language sql stable security definer as
  $$ select my_lists() union select shared_lists(false, false) $$;

create function public.invited_lists() returns setof uuid
language sql stable security definer as $$
  select playlist_id from playlist_shares
  where status in ('pending', 'active')
    and (shared_with_email = auth.email() or collaborator_id = current_collaborator())
$$;

create function public.heard_tracks(may_rate boolean) returns setof uuid
language sql stable security definer as $$
  select id from tracks where user_id = auth.uid()
  union
  select track_id from playlist_tracks
  where playlist_id in (select my_lists() union select shared_lists(false, may_rate))
$$;

create function public.known_people() returns setof uuid
language sql stable security definer as $$
  select auth.uid()
  union select user_id from playlists where id in (select shared_lists(false, false))
  union select u.id from playlist_shares s join auth.users u on u.email = s.shared_with_email
    where s.playlist_id in (select heard_lists())
$$;

create function public.known_collaborators() returns setof uuid
language sql stable security definer as $$
  select collaborator_id from playlist_shares where playlist_id in (select heard_lists())
$$;

-- Before each request: a collaborator is known by a token in a header.
create function public.know_collaborator() returns void language plpgsql security definer as $$
declare
  given text := coalesce(nullif(current_setting('request.headers', true), ''), '{}')::json
    ->> 'x-collaborator-token';
begin
  if given is not null then
    perform set_config('app.current_collaborator_id', coalesce(
      (select collaborator_id::text from collaborator_sessions s
       where s.token = given and expires_at > auth.clock()), ''), true);
  end if;
end $$;

alter table profiles enable row level security;
create policy known on profiles for select using (id in (select known_people()));
create policy own on profiles for update using (id = auth.uid());

alter table tracks enable row level security;
create policy own on tracks using (user_id = auth.uid()) with check (user_id = auth.uid());
create policy heard on tracks for select using (id in (select heard_tracks(false)));

alter table playlists enable row level security;
create policy own on playlists using (user_id = auth.uid()) with check (user_id = auth.uid());
create policy guest on playlists for select using (id in (select invited_lists()));

alter table playlist_tracks enable row level security;
create policy own on playlist_tracks using (playlist_id in (select my_lists()))
  with check (playlist_id in (select my_lists()));
create policy guest on playlist_tracks for select using (
  playlist_id in (select shared_lists(false, false)));
create policy editor on playlist_tracks for update using (
  playlist_id in (select shared_lists(true, false)));

alter table collaborators enable row level security;
create policy known on collaborators for select using (id in (select known_collaborators()));

alter table collaborator_sessions enable row level security;

alter table playlist_shares enable row level security;
create policy own on playlist_shares using (playlist_id in (select my_lists()))
  with check (playlist_id in (select my_lists()) and shared_by = auth.uid());
create policy invited on playlist_shares for select using (
  shared_with_email = auth.email() or collaborator_id = current_collaborator());
create policy accept on playlist_shares for update using (
  shared_with_email = auth.email() and status <> 'revoked');

-- Who is invited may accept and leave, and no more.
create function public.keep_rights() returns trigger language plpgsql as $$
begin
  if auth.uid() is not null and old.playlist_id not in (select my_lists())
    and (new.can_edit, new.can_rate, new.playlist_id, new.shared_with_email, new.shared_by)
      is distinct from (old.can_edit, old.can_rate, old.playlist_id, old.shared_with_email,
                        old.shared_by)
  then
    raise insufficient_privilege using message = 'permission denied for rights of playlist_shares';
  end if;
  return new;
end $$;
create trigger rights before update on public.playlist_shares
  for each row execute function public.keep_rights();

alter table user_track_ratings enable row level security;
create policy own on user_track_ratings using (user_id = auth.uid())
  with check (user_id = auth.uid() and track_id in (select heard_tracks(true)));
create policy heard on user_track_ratings for select using (
  track_id in (select heard_tracks(false)));

alter table track_ratings enable row level security;
create policy own on track_ratings using (collaborator_id = current_collaborator())
  with check (collaborator_id = current_collaborator()
              and playlist_id in (select shared_lists(false, true)));
create policy heard on track_ratings for select using (playlist_id in (select heard_lists()));

alter table track_comments enable row level security;
create policy heard on track_comments for select using (playlist_id in (select heard_lists()));
create policy own_new on track_comments for insert with check (
  user_id = auth.uid() and playlist_id in (select heard_lists()));
create policy own_changed on track_comments for update using (user_id = auth.uid())
  with check (user_id = auth.uid() and playlist_id in (select heard_lists()));
create policy own_gone on track_comments for delete using (user_id = auth.uid());

create view public.track_comments_with_users as
  select c.*, u.email as user_email, p.username as user_name, l.name as playlist_name,
    t.name as track_name
  from track_comments c
  join auth.users u on u.id = c.user_id
  left join profiles p on p.id = c.user_id
  join playlists l on l.id = c.playlist_id
  join tracks t on t.id = c.track_id
  where c.playlist_id in (select heard_lists());

-- Functions that clients call

create function public.update_track_positions(
  p_table_name text, p_parent_id uuid, p_positions jsonb) returns void
language plpgsql security definer as $$
begin
  if p_parent_id not in (select my_lists()) then
    raise exception 'Unauthorized: You do not own this playlist';
  end if;
  update playlist_tracks set position = (one ->> 'position')::int
  from jsonb_array_elements(p_positions) one
  where playlist_id = p_parent_id and track_id = (one ->> 'track_id')::uuid;
end $$;

create function public.validate_share_token(p_token uuid)
returns table (playlist_id uuid, playlist_name text, shared_by uuid, shared_with_email text,
               status text)
language sql stable security definer as $$
  select s.playlist_id, p.name, s.shared_by, s.shared_with_email, s.status
  from playlist_shares s join playlists p on p.id = s.playlist_id where s.share_token = p_token
$$;

grant select, insert, update, delete on all tables in schema public
  to anon, authenticated, service_role;
grant execute on all functions in schema public, auth to anon, authenticated, service_role;
