-- The other shape of comments: another column, and no playlist.
drop view track_comments_with_users;
drop table track_comments;
create table public.track_comments (
  id uuid primary key default gen_random_uuid(),
  track_id uuid not null references public.tracks on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  comment text not null,
  created_at timestamptz not null default auth.clock(),
  updated_at timestamptz not null default auth.clock());
create trigger changed before update on public.track_comments
  for each row execute function public.note_change();
alter table track_comments enable row level security;
create policy heard on track_comments for select using (
  track_id in (select heard_tracks(false)));
create policy own on track_comments using (user_id = auth.uid())
  with check (user_id = auth.uid() and track_id in (select heard_tracks(false)));
grant select, insert, update, delete on track_comments to anon, authenticated, service_role;
